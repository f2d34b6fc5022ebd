import { refusalsIn } from "../../store/analytics/first-views.ts";
import type { FirstRefusals, KeptViews } from "../../store/rows.ts";
import { shorts, words } from "./column.ts";
import type { Conditions } from "./conditions.ts";
import { passingBlocks } from "./passing.ts";
import type { SessionIndex } from "./session-index.ts";

/** The first views of one variant, one column for each property: 14 bytes for each source and hour. */
export class Views {
  readonly source = words();
  readonly hour = words();
  readonly day = shorts();
  readonly views = words();
  /** By row; few have any. */
  readonly refused = new Map<number, FirstRefusals>();

  get count(): number {
    return this.source.length;
  }

  /** Writes a row at a position: appends it, or replaces an earlier version of it. */
  put(
    at: number,
    { hour, day, views, refused: stored }: Pick<KeptViews, "hour" | "day" | "views" | "refused">,
    source: number,
  ): void {
    const refused = refusalsIn(stored);
    if (refused) this.refused.set(at, refused);
    else this.refused.delete(at);
    this.source.set(at, source);
    this.hour.set(at, hour);
    this.day.set(at, day);
    this.views.set(at, views);
  }
}

/** The first hour with counted views, for real and simulated data; later than any hour if there are none. */
export type Since = readonly [real: number, simulated: number];

const never = 0xffffffff;

/** The hour from which the views of a variant are known. */
export function viewsSince({ sources }: SessionIndex, views: Views | undefined): Since {
  const since: [number, number] = [never, never];
  for (let at = 0; at < (views?.count ?? 0); at++) {
    const kind = sources.simulated.values[views!.source.values[at]!] as 0 | 1;
    // A row may only tell what was refused.
    if (views!.views.values[at] === 0) continue;
    since[kind] = Math.min(since[kind], views!.hour.values[at]!);
  }
  return since;
}

/**
 * Calls `use` for each row of views that passes the conditions on sources and days, then for each visit that they set apart,
 * with -1: its first view is not one of the others' either.
 */
export function eachView(
  index: SessionIndex,
  variant: string,
  conditions: Conditions,
  use: (source: number, views: number, hour: number, day: number) => void,
): void {
  const views = index.viewsOfVariant(variant);
  if (!views) return;
  const { source: passing, firstDay, lastDay } = conditions;
  const [source, day] = [views.source.values, views.day.values];
  for (let at = 0; at < views.count; at++) {
    const d = day[at]!;
    if (passing[source[at]!] === 0 || d < firstDay || d > lastDay) continue;
    use(source[at]!, views.views.values[at]!, views.hour.values[at]!, d);
  }
  const since = viewsSince(index, views);
  eachApart(index, variant, conditions, (source, hour, day) => {
    const isSeen = hour >= since[index.sources.simulated.values[source] as 0 | 1];
    if (isSeen) use(source, -1, hour, day);
  });
}

/** Calls `use` for each visit that the conditions set apart for its speed alone. @returns how many these are */
export function eachApart(
  index: SessionIndex,
  variant: string,
  { setApart }: Conditions,
  use: (source: number, hour: number, day: number) => void = () => {},
): number {
  const sessions = index.ofVariant(variant);
  if (!sessions || !setApart || sessions.fastCount === 0) return 0;
  let count = 0;
  for (const block of passingBlocks(sessions, setApart)) {
    count += block.count;
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      use(sessions.source.values[at]!, sessions.hour.values[at]!, sessions.day.values[at]!);
    }
  }
  return count;
}
