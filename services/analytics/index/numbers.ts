import { variants } from "../../../machines/registry.ts";
import { dayText } from "../../calendar/days.ts";
import { dwellClasses, quantilesOf } from "../dwell.ts";
import { viewOfVariant } from "../session.ts";
import { readFlags } from "../source.ts";
import {
  type Choice,
  type Completed,
  type DataKind,
  type DeviceClass,
  dimensions,
  type Numbers,
  type Query,
  results,
} from "../types.ts";
import { conditionsOf, isOfViews } from "./conditions.ts";
import { type Counts, count, disqualified, qualified, width } from "./count.ts";
import {
  breachesOf,
  edgeNumbers,
  jumpNumbers,
  nodeNumbers,
  pathNumbers,
  unmatchedNumbers,
} from "./node-numbers.ts";
import type { SessionIndex } from "./session-index.ts";
import { tallyTraces } from "./traces.ts";
import {
  bouncesOf,
  countViews,
  eachApart,
  firstRefusals,
  lookedOnly,
  viewNumbersOf,
  viewsByPlace,
  viewsSince,
} from "./views.ts";

/** Values listed for a dimension; filters accept any value. */
const maxChoices = 200;

/** Counts by the number of a source, a reason or a value. */
type Columns = { [name in "all" | "views" | "sessions" | "leads" | "qualified"]: Float64Array };

/**
 * The counts of each value of each dimension, with and without the filters.
 * @param views by source; null if unknown
 */
function choicesOf(
  { sources, reasons }: SessionIndex,
  variant: string,
  data: DataKind,
  counts: Counts,
  views: Float64Array | null,
): Pick<Numbers, "choices" | "rest"> {
  const all = new Uint32Array(sources.count);
  for (const source of sources.numbers(data, variant)) all[source] = sources.sessions.values[source]!;
  const bySource = columnsOf(all, counts.bySource, views ?? undefined);
  const byDimension = dimensions.map((name) => {
    const { texts } = sources.values[name];
    const groups = grouped(bySource, sources.valueOf[name].values, texts.length);
    return [name, ranked(texts, groups, views !== null && isOfViews(name))] as const;
  });
  const { texts } = sources.flagTexts;
  const dqReasons = listed(reasons.texts, columnsOf(sources.byReason(variant, data), counts.byReason), false);
  const first = byDimension.map(([name, all]) => [name, all.slice(0, maxChoices)]);
  const others = byDimension.map(([name, all]) => [name, all.slice(maxChoices)] as const);
  return {
    choices: {
      ...(Object.fromEntries(first) as Record<(typeof dimensions)[number], Choice[]>),
      dqReason: dqReasons.filter(({ value }) => value !== ""),
      flags: flagChoices(texts, grouped(bySource, sources.flags.values, texts.length), views !== null),
    },
    rest: Object.fromEntries(
      others.flatMap(([name, all]) => (all.length > 0 ? [[name, together(all)]] : [])),
    ),
  };
}

function together(all: readonly Choice[]) {
  const sum = (of: "all" | "sessions" | "leads" | "qualified") =>
    all.reduce((total, choice) => total + choice[of], 0);
  const areViewsKnown = all.every(({ views }) => views !== null);
  return {
    values: all.length,
    views: areViewsKnown ? all.reduce((total, { views }) => total + views!, 0) : null,
    ...{ all: sum("all"), sessions: sum("sessions"), leads: sum("leads"), qualified: sum("qualified") },
  };
}

/** Flags with only one value are left out: there is nothing to choose. */
function flagChoices(texts: readonly string[], byText: Columns, hasViews: boolean): Record<string, Choice[]> {
  const known = texts.map(readFlags);
  const names = Object.keys(known[0] ?? {});
  const byFlag = names.map((name) => {
    const values = [...new Set(known.map((flags) => flags[name]!))];
    const numbers = known.map((flags) => values.indexOf(flags[name]!));
    return [name, listed(values, grouped(byText, numbers, values.length), hasViews)] as const;
  });
  return Object.fromEntries(byFlag.filter(([, choices]) => choices.length > 1));
}

/** @param counts by number and result */
function columnsOf(
  all: Uint32Array,
  counts: Uint32Array,
  views: Float64Array = new Float64Array(all.length),
): Columns {
  const columns = { ...noColumns(all.length), views };
  for (let number = 0; number < all.length; number++) {
    columns.all[number] = all[number]!;
    for (let result = 0; result < width; result++) {
      columns.sessions[number]! += counts[number * width + result]!;
    }
    columns.qualified[number] = counts[number * width + qualified]!;
    columns.leads[number] = columns.qualified[number]! + counts[number * width + disqualified]!;
  }
  return columns;
}

/** Sums the counts of everything in the same group. */
function grouped(columns: Columns, groups: ArrayLike<number>, count: number): Columns {
  const sums = noColumns(count);
  for (let number = 0; number < columns.all.length; number++) {
    const group = groups[number]!;
    sums.all[group]! += columns.all[number]!;
    sums.views[group]! += columns.views[number]!;
    sums.sessions[group]! += columns.sessions[number]!;
    sums.leads[group]! += columns.leads[number]!;
    sums.qualified[group]! += columns.qualified[number]!;
  }
  return sums;
}

function noColumns(length: number): Columns {
  const column = () => new Float64Array(length);
  return { all: column(), views: column(), sessions: column(), leads: column(), qualified: column() };
}

const listed = (...of: Parameters<typeof ranked>) => ranked(...of).slice(0, maxChoices);

/** Those that the filters leave come first, so that a cut takes none of them before others. */
function ranked(
  values: readonly string[],
  { all, views, sessions, leads, qualified: good }: Columns,
  hasViews: boolean,
): Choice[] {
  return values
    .map((value, number) => ({
      value,
      all: all[number]!,
      views: hasViews ? views[number]! : null,
      sessions: sessions[number]!,
      leads: leads[number]!,
      qualified: good[number]!,
    }))
    .filter((choice) => choice.all > 0 || choice.views! > 0)
    .sort(
      (one, other) =>
        other.sessions - one.sessions || other.all - one.all || (one.value < other.value ? -1 : 1),
    );
}

const defaultPaths = 50;

/** Numbers older than this are marked as behind, in milliseconds. */
export const behindMs = 60_000;

/** Answers a query from the index. @param asOf when the index was complete; like `now` in epoch milliseconds */
export function numbersOf(
  index: SessionIndex,
  { variant: code, data = "real", filters = {}, paths = defaultPaths }: Query,
  asOf: number,
  now = asOf,
): Numbers {
  const variant = variants.get(code);
  const view = variant ? viewOfVariant({ variant }) : { code, nodes: [], edges: [] };
  const sessions = index.ofVariant(code);
  const conditions = conditionsOf(index, code, data, filters, asOf);
  const ofVariant = index.viewsOfVariant(code);
  const counts = count(index, sessions, conditions, viewsSince(index, ofVariant));
  const looked = countViews(index, code, conditions);
  const views = viewNumbersOf(conditions, counts, looked);
  const { traces } = index;
  const tallies = tallyTraces(traces, counts.byTrace);
  const edges = edgeNumbers(view, traces, tallies);
  const bounced = views.isKnown
    ? lookedOnly(viewsByPlace(index, code, looked.bySource), edges, bouncesOf(views.count, counts.sessions))
    : new Map<string, number>();
  const nodes = nodeNumbers(
    view,
    traces,
    tallies,
    { bounced, refused: firstRefusals(index, code, conditions) },
    (node) => counts.dwells.subarray(node * dwellClasses, (node + 1) * dwellClasses),
  );
  const breaches = breachesOf(nodes);
  const leads = leadsOf(index, counts);
  const days = index.sources.days(data, code);
  return {
    variant: code,
    data,
    asOf,
    isBehind: now - asOf > behindMs,
    isPartial: index.isPartial,
    days: days && { first: dayText(days.first), last: dayText(days.last) },
    timedEvery: counts.timedEvery,
    views,
    setApart: eachApart(index, code, conditions),
    completed: completedOf(index, counts),
    totals: totalsOf(counts),
    nodes,
    edges,
    jumps: jumpNumbers(traces, tallies),
    unmatched: unmatchedNumbers(traces, tallies),
    ...pathNumbers(traces, tallies, counts.sessions, paths),
    leads,
    conservation: { holds: breaches.length === 0, breaches },
    ...choicesOf(index, code, data, counts, views.isKnown ? looked.bySource : null),
  };
}

function totalsOf({ sessions, byReason }: Counts): Numbers["totals"] {
  const [qualified, disqualified, ended, open, underWay] = results.map((_, result) => {
    let sum = 0;
    for (let at = result; at < byReason.length; at += width) sum += byReason[at]!;
    return sum;
  }) as [number, number, number, number, number];
  return { sessions, leads: qualified + disqualified, qualified, disqualified, ended, open, underWay };
}

/** Of all devices, then of each. */
function completedOf({ sources }: SessionIndex, { completed }: Counts): Numbers["completed"] {
  const all = new Uint32Array(dwellClasses);
  for (const [at, count] of completed.entries()) all[at % dwellClasses]! += count;
  const spread = (device: DeviceClass | null, times: Uint32Array): Completed[] => {
    const [quarter, median, threeQuarters] = quantilesOf(times, [0.25, 0.5, 0.75]);
    const count = times.reduce((sum, each) => sum + each, 0);
    return quarter && median && threeQuarters ? [{ device, count, quarter, median, threeQuarters }] : [];
  };
  const devices = sources.values.device.texts.flatMap((device, at) =>
    spread(device as DeviceClass, completed.subarray(at * dwellClasses, (at + 1) * dwellClasses)),
  );
  return [...spread(null, all), ...devices.sort((one, other) => other.count - one.count)];
}

function leadsOf({ reasons }: SessionIndex, { byReason }: Counts): Numbers["leads"] {
  const kinds = ["qualified", "disqualified"] as const;
  const all = reasons.texts.flatMap((dqReason, reason) =>
    kinds.map((kind) => ({
      qualified: kind === "qualified",
      dqReason,
      count: byReason[reason * width + results.indexOf(kind)]!,
    })),
  );
  return all
    .filter((lead) => lead.count > 0)
    .sort((one, other) => Number(other.qualified) - Number(one.qualified) || other.count - one.count);
}
