import type { BreakdownName, BreakdownValue } from "../breakdown.ts";
import { dayText } from "../days.ts";
import { readFlags } from "../source.ts";
import { type Dimension, dimensions, type Query, results } from "../types.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sessions } from "./sessions.ts";

/** Groups of sessions: a session's group is `table[column[at]]`, or its current result if `table` is null. */
export type Groups = {
  column: ArrayLike<number>;
  table: ArrayLike<number> | null;
  /** By group; null for the group that sums all other values. */
  values: BreakdownValue[];
  /** True if values have an order of their own; if there are too many, the last are kept. */
  isOrdered: boolean;
  /** How many values the group of other values sums. */
  summed: number;
};

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** Day 0 was a Thursday. */
const firstWeekday = 3;

/** Groups a variant's sessions by one dimension. */
export function groupsOf(
  index: SessionIndex,
  sessions: Sessions,
  { variant, data = "real" }: Pick<Query, "variant" | "data">,
  name: BreakdownName,
): Groups {
  const { sources, traces, reasons } = index;
  const by = (
    column: ArrayLike<number>,
    table: ArrayLike<number> | null,
    values: readonly string[],
  ): Groups => ({
    column,
    table,
    values: [...values],
    isOrdered: ["day", "weekday", "result"].includes(name),
    summed: 0,
  });
  const source = sessions.source.values;
  if (isDimension(name)) return by(source, sources.valueOf[name].values, sources.values[name].texts);
  const day = sessions.day.values;
  switch (name) {
    case "result":
      return by(sessions.result.values, null, results);
    case "dqReason":
      return by(
        sessions.dqReason.values,
        Uint8Array.from({ length: 256 }, (_, at) => at),
        reasons.texts.slice(0, 256),
      );
    case "endingAt":
      return by(sessions.trace.values, traces.place.values, traces.nodes.texts);
    case "weekday":
      return by(
        day,
        Uint8Array.from({ length: 0x10000 }, (_, at) => (at + firstWeekday) % 7),
        weekdays,
      );
    case "day": {
      const { first, last } = sources.days(data, variant) ?? { first: 0, last: 0 };
      const days = Array.from({ length: last - first + 1 }, (_, at) => dayText(first + at));
      return by(
        day,
        Uint16Array.from({ length: last + 1 }, (_, at) => Math.max(0, at - first)),
        days,
      );
    }
    default: {
      const flag = name.slice("flag.".length);
      const known = sources.flagTexts.texts.map((text) => readFlags(text)[flag] ?? "");
      const values = [...new Set(known)];
      const ofText = known.map((value) => values.indexOf(value));
      return by(
        source,
        sources.flags.values.map((text) => ofText[text] ?? 0),
        values,
      );
    }
  }
}

/** All sessions in one group. */
export function noGroups(sessions: Sessions): Groups {
  const column = sessions.dqReason.values;
  return { column, table: new Uint8Array(256), values: [""], isOrdered: true, summed: 0 };
}

function isDimension(name: BreakdownName): name is Dimension {
  return (dimensions as readonly string[]).includes(name);
}
