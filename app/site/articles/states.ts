import { statutes } from "../../../machines/rules/statutes.ts";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

export type State = { code: StateCode; name: string; path: `/car-accident-laws/${string}/` };

/** The 50 states and D.C. in the order of their names, each with the address of its guide. */
export const states: readonly State[] = statutes
  .map(({ code, name }) => {
    const called = code === "DC" ? "Washington, D.C." : name;
    const slug = called.toLowerCase().replaceAll(/[.,]/g, "").replaceAll(" ", "-");
    return { code: code as StateCode, name: called, path: `/car-accident-laws/${slug}/` } as const;
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));

const byCode = Object.fromEntries(states.map((state) => [state.code, state])) as Record<StateCode, State>;

export function stateOf(code: StateCode): State {
  return byCode[code];
}
