import { type FirstSeen, type SeriesStep, stepOf } from "../series.ts";
import { readFlags } from "../source.ts";
import type { DataKind } from "../types.ts";
import { conditionsOf } from "./conditions.ts";
import type { SessionIndex } from "./session-index.ts";
import { eachView } from "./views.ts";

/** When something began: the day, and the hour since 1970 or 0 if unknown. */
type Moment = { day: number; hour: number };
const never: Moment = { day: Number.POSITIVE_INFINITY, hour: 0 };

/**
 * When the versions and page flag values of a survey were first seen, in any session or view. Those of the first day are left
 * out: they were there from the beginning.
 */
export function firstSeenOf(
  index: SessionIndex,
  variant: string,
  data: DataKind,
  step: SeriesStep,
): FirstSeen[] {
  const { sources } = index;
  const moments = momentsOf(index, variant, data);
  const found = new Map<string, FirstSeen & { moment: Moment }>();
  const note = (kind: FirstSeen["kind"], name: string, moment: Moment) => {
    const key = `${kind} ${name}`;
    const known = found.get(key)?.moment ?? never;
    if (isBefore(moment, known)) found.set(key, { kind, name, at: 0, moment });
  };
  // Grouped first, because there are many sources but few versions and flags.
  earliest(moments, sources.valueOf.version.values).forEach((moment, version) => {
    note("version", sources.values.version.texts[version]!, moment);
  });
  earliest(moments, sources.flags.values).forEach((moment, flags) => {
    for (const [name, value] of Object.entries(readFlags(sources.flagTexts.texts[flags]!)))
      if (name !== "experiment") note("flag", `${name}: ${value}`, moment);
  });
  const firstDay = Math.min(...[...found.values()].map(({ moment }) => moment.day));
  const { of } = stepOf(step);
  return [...found.values()]
    .filter(({ moment }) => moment.day > firstDay && (step !== "hour" || moment.hour > 0))
    .map(({ kind, name, moment }) => ({ kind, name, at: of(moment.hour, moment.day) }))
    .sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** The first moment of each group of sources that was seen. */
function earliest(moments: readonly Moment[], group: ArrayLike<number>): Map<number, Moment> {
  const first = new Map<number, Moment>();
  moments.forEach((moment, source) => {
    if (isBefore(moment, first.get(group[source]!) ?? never)) first.set(group[source]!, moment);
  });
  return first;
}

function isBefore(one: Moment, other: Moment): boolean {
  if (one.day !== other.day) return one.day < other.day;
  return one.hour > 0 && (other.hour === 0 || one.hour < other.hour);
}

/** By source: the earliest of its sessions and views. */
function momentsOf(index: SessionIndex, variant: string, data: DataKind): Moment[] {
  const { sources } = index;
  const moments = Array<Moment>(sources.count).fill(never);
  for (const source of sources.numbers(data, variant)) {
    if (sources.sessions.values[source] === 0) continue;
    moments[source] = { day: sources.firstDay.values[source]!, hour: sources.firstHour.values[source]! };
  }
  eachView(index, variant, conditionsOf(index, variant, data, {}, 0), (source, _, hour, day) => {
    const known = moments[source]!;
    if (isBefore({ day, hour }, known)) moments[source] = { day, hour };
  });
  return moments;
}
