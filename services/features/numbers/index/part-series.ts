import type { Outage, SeriesAbout, SeriesPart } from "../series.ts";
import { fisherExact } from "../statistics/exact.ts";
import type { Query } from "../types.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { open, passingBlocks } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sessions } from "./sessions.ts";
import { cameLate } from "./standing.ts";
import type { Traces } from "./traces.ts";

/** What each trace counts, at `trace * names.length + name`. */
type PerTrace = { names: string[]; table: Uint32Array };

/** Counts of one part of a survey by the hour or day in which sessions began; each time has one number for each name. */
export type PartCounts = { names: SeriesPart["names"]; counts: Float64Array };

/**
 * Counts of one step, field or service, by when the visits began that came there.
 * @param time of each session; all are below `length`
 */
export function partCounts(
  { traces }: SessionIndex,
  sessions: Sessions,
  conditions: Conditions,
  about: SeriesAbout,
  time: ArrayLike<number>,
  length: number,
): PartCounts {
  const { names, table } = perTrace(traces, about);
  const counts = counted(sessions, conditions, { names, table }, time, { from: 0, length });
  if (about.kind === "step") followed(counts, names.length, sessions, conditions, traces, about.node, time);
  return { names, counts };
}

function perTrace(traces: Traces, about: SeriesAbout): PerTrace {
  switch (about.kind) {
    case "step": {
      const node = traces.nodes.find(about.node);
      return tableOf(traces, ["came", "left"], (trace, add) => {
        if (node !== undefined && passes(traces, trace, node)) add(0, 1);
      });
    }
    case "field": {
      const isIts = traces.marks.map((mark) => mark.kind === "refused" && mark.fields.includes(about.field));
      const places = new Set(traces.marks.flatMap(({ node }, mark) => (isIts[mark] ? [node] : [])));
      return tableOf(traces, ["came", "refused"], (trace, add) => {
        if ([...places].some((node) => passes(traces, trace, node))) add(0, 1);
        if (marksOf(traces, trace).some((mark) => isIts[mark])) add(1, 1);
      });
    }
    default: {
      const said = traces.marks.map((mark) =>
        mark.kind === "outcome" && mark.service === about.service ? mark.said : undefined,
      );
      const names = [...new Set(said.filter((each) => each !== undefined))].sort(okFirst);
      const at = said.map((each) => (each === undefined ? -1 : names.indexOf(each)));
      return tableOf(traces, names, (trace, add) => {
        for (const mark of marksOf(traces, trace)) if (at[mark]! >= 0) add(at[mark]!, 1);
      });
    }
  }
}

const okFirst = (one: string, other: string) =>
  Number(other === "ok") - Number(one === "ok") || (one < other ? -1 : 1);

function tableOf(
  traces: Traces,
  names: string[],
  fill: (trace: number, add: (name: number, times: number) => void) => void,
): PerTrace {
  const table = new Uint32Array(traces.count * names.length);
  for (let trace = 0; trace < traces.count; trace++)
    fill(trace, (name, times) => {
      table[trace * names.length + name]! += times;
    });
  return { names, table };
}

function passes({ moves, moveStart, links, start }: Traces, trace: number, node: number): boolean {
  if (node === start) return true;
  for (let at = moveStart.values[trace]!; at < moveStart.values[trace + 1]!; at++)
    if (links[moves.values[at]!]!.to === node) return true;
  return false;
}

function marksOf({ marked, markStart }: Traces, trace: number): number[] {
  return Array.from(marked.values.subarray(markStart.values[trace]!, markStart.values[trace + 1]!));
}

/** One pass over the sessions: what their traces count, by time. */
function counted(
  sessions: Sessions,
  conditions: Conditions,
  { names: { length: width }, table }: PerTrace,
  time: ArrayLike<number>,
  { from: first, length }: { from: number; length: number },
): Float64Array {
  const counts = new Float64Array(length * width);
  const trace = sessions.trace.values;
  for (const block of passingBlocks(sessions, conditions))
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      const [from, slot] = [trace[at]! * width, time[at]! - first];
      if (slot < 0) continue;
      const to = slot * width;
      for (let name = 0; name < width; name++) counts[to + name]! += table[from + name]!;
    }
  return counts;
}

/** Visits that came to the step too late are not counted yet (`standing.ts`); of the others, those still there have left. */
function followed(
  counts: Float64Array,
  width: number,
  sessions: Sessions,
  conditions: Conditions,
  traces: Traces,
  id: string,
  time: ArrayLike<number>,
): void {
  const node = traces.nodes.find(id);
  const trace = sessions.trace.values;
  if (node === undefined) return;
  for (const block of passingBlocks(sessions, conditions))
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      if (cameLate(traces, sessions, at, node, conditions)) counts[time[at]! * width]!--;
      else if (traces.place.values[trace[at]!] === node && block.result[index] === open)
        counts[time[at]! * width + 1]!++;
    }
}

/** Fewer failures are not worth a word. */
const fewestFailures = 5;
/** Hours stand out when their share of failures is this many times that of all others. */
const timesUsual = 2;
/** How likely it may be that chance alone makes an outage, among all that could be found. */
const level = 0.01;

/**
 * When services failed much more often than usual: hours that stand out, joined where they are consecutive, if together
 * they are more than chance (Fisher's test, corrected for each stretch of hours that could have been one). Hours are
 * those in which the visits began.
 */
export function outagesIn(
  index: SessionIndex,
  { variant, data = "real", filters = {} }: Query,
  asOf: number,
): Outage[] {
  const sessions = index.ofVariant(variant);
  if (!sessions) return [];
  const conditions = conditionsOf(index, variant, data, filters, asOf);
  const { traces } = index;
  const services = [
    ...new Set(traces.marks.flatMap((mark) => (mark.kind === "outcome" ? [mark.service] : []))),
  ];
  const at = traces.marks.map((mark) =>
    mark.kind === "outcome" ? 2 * services.indexOf(mark.service) + Number(mark.said !== "ok") : -1,
  );
  const names = services.flatMap((service) => [service, service]);
  const table = tableOf(traces, names, (trace, add) => {
    for (const mark of marksOf(traces, trace)) if (at[mark]! >= 0) add(at[mark]!, 1);
  });
  const hour = sessions.hour.values;
  // The hour of older sessions is unknown, which is stored as 0.
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (let each = 0; each < sessions.count; each++) {
    last = Math.max(last, hour[each]!);
    if (hour[each]! > 0) first = Math.min(first, hour[each]!);
  }
  if (last === 0) return [];
  const length = last - first + 1;
  const counts = counted(sessions, conditions, table, hour, { from: first, length });
  return services.flatMap((service, number) => {
    const hours: Hour[] = [];
    for (let each = 0; each < length; each++) {
      const ok = counts[each * names.length + 2 * number]!;
      const failed = counts[each * names.length + 2 * number + 1]!;
      if (ok + failed > 0) hours.push({ hour: first + each, failed, calls: ok + failed });
    }
    return outagesOf(hours).map((outage) => ({ service, ...outage }));
  });
}

type Hour = { hour: number; failed: number; calls: number };

function outagesOf(hours: readonly Hour[]): Omit<Outage, "service">[] {
  const all = summed(hours);
  const stretches: Hour[][] = [];
  for (const each of hours) {
    const rest = less(all, each);
    const usual = rest.calls > 0 ? rest.failed / rest.calls : 0;
    if (each.failed === 0 || each.failed / each.calls < timesUsual * usual) continue;
    const before = stretches.at(-1);
    if (before && before.at(-1)!.hour === each.hour - 1) before.push(each);
    else stretches.push([each]);
  }
  return stretches.flatMap((stretch) => {
    const part = trimmed(stretch);
    const sum = summed(part);
    const rest = less(all, sum);
    const asRate = ({ failed, calls }: typeof sum) => ({ count: failed, of: calls });
    if (sum.failed < fewestFailures || rest.calls === 0) return [];
    if (fisherExact(asRate(sum), asRate(rest)) * hours.length ** 2 > level) return [];
    return [{ hour: part[0]!.hour, end: part.at(-1)!.hour + 1, ...sum }];
  });
}

/** Without hours at the ends that are only adjacent to it. */
function trimmed(stretch: readonly Hour[]): readonly Hour[] {
  const { failed, calls } = summed(stretch);
  const isOfIt = (each: Hour) => each.failed / each.calls >= failed / calls / 2;
  return stretch.slice(stretch.findIndex(isOfIt), stretch.findLastIndex(isOfIt) + 1);
}

const summed = (hours: readonly Hour[]) => ({
  failed: hours.reduce((sum, { failed }) => sum + failed, 0),
  calls: hours.reduce((sum, { calls }) => sum + calls, 0),
});

const less = (all: Omit<Hour, "hour">, part: Omit<Hour, "hour">) => ({
  failed: all.failed - part.failed,
  calls: all.calls - part.calls,
});
