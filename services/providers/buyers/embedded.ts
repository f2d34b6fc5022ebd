import type { ListedBuyer } from "../../settings/buyers.ts";
import type { Buyers } from "../ports.ts";

/** How many leads of the day name each firm. */
export type CountToday = () => Promise<Map<string, number>>;

/**
 * Selects from the operator's file: possible is who serves the visitor's state and injury, selected who of them has not
 * had all of the day's leads. A firm that is limited to states serves nobody whose state is unknown.
 */
export function buyersInFile(selectable: readonly ListedBuyer[], countToday: CountToday): Buyers {
  return {
    async find({ state = "", specific_injury = "" }) {
      const possible = selectable.filter(
        ({ states, injuries }) =>
          (states?.includes(String(state)) ?? true) && (injuries?.includes(String(specific_injury)) ?? true),
      );
      const isCapped = possible.some(({ dailyCap }) => dailyCap !== undefined);
      const counts = isCapped ? await countToday() : new Map<string, number>();
      const free = possible.filter(({ name, dailyCap = Infinity }) => (counts.get(name) ?? 0) < dailyCap);
      return { selected: free.map(bare), possible: possible.map(bare) };
    },
  };
}

const bare = ({ name, ids }: ListedBuyer) => ({ name, ids });
