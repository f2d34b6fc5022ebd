import { type FirstSeen, type SeriesStep, stepOf } from "../series.ts";
import { readFlags } from "../source.ts";
import type { DataKind } from "../types.ts";
import { conditionsOf } from "./conditions.ts";
import type { SessionIndex } from "./session-index.ts";
import { eachView } from "./views.ts";

/** When something began: on a day, and in which hour of it, 0 where that is not known. */
type Moment = { day: number; hour: number };
const never: Moment = { day: Number.POSITIVE_INFINITY, hour: 0 };

/**
 * When a survey's versions and values of page flags were first seen, by any session or view of the data; without what was
 * there on the first day.
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
  // There are very many sources, of few versions and flags.
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

/** The first moment of each group of sources that was seen at all. */
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

/** By number of a source. */
function momentsOf(index: SessionIndex, variant: string, data: DataKind): Moment[] {
  const passing = conditionsOf(index, variant, data, {}, 0);
  const days = new Float64Array(index.sources.count).fill(Number.POSITIVE_INFINITY);
  const hours = new Float64Array(index.sources.count);
  const take = (source: number, hour: number, day: number) => {
    if (day > days[source]!) return;
    if (day < days[source]!) hours[source] = hour;
    else if (hour > 0 && (hours[source] === 0 || hour < hours[source]!)) hours[source] = hour;
    days[source] = day;
  };
  const sessions = index.ofVariant(variant);
  if (sessions) {
    const [source, hour, day] = [sessions.source.values, sessions.hour.values, sessions.day.values];
    for (let at = 0; at < sessions.count; at++)
      if (passing.source[source[at]!] === 2) take(source[at]!, hour[at]!, day[at]!);
  }
  eachView(index.viewsOfVariant(variant), passing, (source, _, hour, day) => take(source, hour, day));
  return Array.from(days, (day, source) => ({ day, hour: hours[source]! }));
}
