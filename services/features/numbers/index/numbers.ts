import { variants } from "../../../../machines/registry.ts";
import type { DeviceClass } from "../../../analytics/device.ts";
import { dwellClasses } from "../../../analytics/dwell.ts";
import { results, viewOfVariant } from "../../../analytics/session.ts";
import { readFlags } from "../../../analytics/source.ts";
import { dayText } from "../../../calendar/days.ts";
import {
  type Choice,
  type Completed,
  type DataKind,
  type DeviceSteps,
  dimensions,
  type Numbers,
  type Query,
  type Rated,
  type RatedViews,
} from "../types.ts";
import { type Conditions, conditionsOf, isExcept, isOfViews } from "./conditions.ts";
import { type Counts, count, disqualified, open, qualified, width } from "./count.ts";
import {
  breachesOf,
  edgeNumbers,
  jumpNumbers,
  nodeNumbers,
  pathNumbers,
  unmatchedNumbers,
} from "./node-numbers.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sessions } from "./sessions.ts";
import { countedFrom, isLate, type LeftOut, leftOut, viewsCountedFrom } from "./standing.ts";
import { type Link, type Traces, tallyTraces } from "./traces.ts";
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
const columnNames = ["all", "views", "sessions", "leads", "qualified"] as const;
/** The same for what rates count, over all and beside first views. */
const ratedNames = ["ratedSessions", "ratedLeads", "ratedQualified", "ratedLeft"] as const;
const besideNames = ["ratedViews", "besideSessions", "besideLeads", "besideQualified"] as const;
const allNames = [...columnNames, ...ratedNames, ...besideNames];
type Columns = { [name in (typeof allNames)[number]]: Float64Array };

/**
 * The counts of each value of each dimension, with and without the filters.
 * @param looked first views; null if unknown
 */
function choicesOf(
  { sources, reasons }: SessionIndex,
  variant: string,
  data: DataKind,
  counts: Counts,
  out: LeftOut,
  looked: ReturnType<typeof countViews> | null,
): Pick<Numbers, "choices" | "rest"> {
  const areViewsKnown = looked !== null;
  const all = new Uint32Array(sources.count);
  for (const source of sources.numbers(data, variant)) all[source] = sources.sessions.values[source]!;
  const bySource = columnsOf(all, counts.bySource);
  rate(bySource, counts.bySource, out);
  if (looked) [bySource.views, bySource.ratedViews] = [looked.bySource, looked.ratedBySource];
  const hasLevels = sources.values.subId.texts.some((path) => path.includes("/"));
  const byDimension = dimensions.map((name) => {
    // Without levels both would only repeat the sub ids.
    if (!hasLevels && (name === "campaign" || name === "adSet")) return [name, []] as const;
    const { texts } = sources.values[name];
    const groups = grouped(bySource, sources.valueOf[name].values, texts.length);
    return [name, ranked(texts, groups, areViewsKnown && isOfViews(name))] as const;
  });
  const { texts } = sources.flagTexts;
  const dqReasons = listed(reasons.texts, columnsOf(sources.byReason(variant, data), counts.byReason), false);
  const first = byDimension.map(([name, all]) => [name, all.slice(0, maxChoices)]);
  const others = byDimension.map(([name, all]) => [name, all.slice(maxChoices)] as const);
  return {
    choices: {
      ...(Object.fromEntries(first) as Record<(typeof dimensions)[number], Choice[]>),
      dqReason: dqReasons.filter(({ value }) => value !== ""),
      flags: flagChoices(texts, grouped(bySource, sources.flags.values, texts.length), areViewsKnown),
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
  const ratedSum = (of: keyof Rated) => all.reduce((total, { rated }) => total + rated[of], 0);
  const viewSum = (of: keyof RatedViews) => all.reduce((total, { ratedViews }) => total + ratedViews![of], 0);
  return {
    values: all.length,
    views: areViewsKnown ? all.reduce((total, { views }) => total + views!, 0) : null,
    all: sum("all"),
    sessions: sum("sessions"),
    leads: sum("leads"),
    qualified: sum("qualified"),
    rated: {
      sessions: ratedSum("sessions"),
      leads: ratedSum("leads"),
      qualified: ratedSum("qualified"),
      left: ratedSum("left"),
    },
    ratedViews: areViewsKnown
      ? {
          views: viewSum("views"),
          sessions: viewSum("sessions"),
          leads: viewSum("leads"),
          qualified: viewSum("qualified"),
        }
      : null,
  };
}

/** Flags with only one value are left out because they offer no choice. */
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
function columnsOf(all: Uint32Array, counts: Uint32Array): Columns {
  const columns = noColumns(all.length);
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

/** Fills in what rates count of each source. */
function rate(columns: Columns, counts: Uint32Array, { bySource, bySourceOfViews }: LeftOut): void {
  for (let source = 0; source < columns.all.length; source++) {
    for (let result = 0; result < width; result++) {
      const at = source * width + result;
      const [rated, beside] = [counts[at]! - bySource[at]!, counts[at]! - bySourceOfViews[at]!];
      const isLead = result === qualified || result === disqualified;
      columns.ratedSessions[source]! += rated;
      columns.besideSessions[source]! += beside;
      if (isLead) columns.ratedLeads[source]! += rated;
      if (isLead) columns.besideLeads[source]! += beside;
      if (result === qualified) columns.ratedQualified[source]! += rated;
      if (result === qualified) columns.besideQualified[source]! += beside;
      if (result === open) columns.ratedLeft[source]! += rated;
    }
  }
}

/** Sums the counts of everything in the same group. */
function grouped(columns: Columns, groups: ArrayLike<number>, count: number): Columns {
  const sums = noColumns(count);
  for (let number = 0; number < columns.all.length; number++) {
    const group = groups[number]!;
    for (const name of allNames) sums[name][group]! += columns[name][number]!;
  }
  return sums;
}

function noColumns(length: number): Columns {
  return Object.fromEntries(allNames.map((name) => [name, new Float64Array(length)])) as Columns;
}

const listed = (...of: Parameters<typeof ranked>) => ranked(...of).slice(0, maxChoices);

/** Those that the filters leave come first, so that a cut removes others before them. */
function ranked(values: readonly string[], columns: Columns, hasViews: boolean): Choice[] {
  const { all, views, sessions, leads, qualified: good } = columns;
  return values
    .map((value, number) => ({
      value,
      all: all[number]!,
      views: hasViews ? views[number]! : null,
      sessions: sessions[number]!,
      leads: leads[number]!,
      qualified: good[number]!,
      rated: {
        sessions: columns.ratedSessions[number]!,
        leads: columns.ratedLeads[number]!,
        qualified: columns.ratedQualified[number]!,
        left: columns.ratedLeft[number]!,
      },
      ratedViews: hasViews
        ? {
            views: columns.ratedViews[number]!,
            sessions: columns.besideSessions[number]!,
            leads: columns.besideLeads[number]!,
            qualified: columns.besideQualified[number]!,
          }
        : null,
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

/**
 * The steps and transitions of a query's sessions, and the counts that they are made of.
 * @param timed how many sessions' times are counted at most; all that fit by default
 */
function passedIn(
  index: SessionIndex,
  { variant: code, data = "real", filters = {} }: Query,
  asOf: number,
  timed?: number,
) {
  const variant = variants.get(code);
  const view = variant ? viewOfVariant({ variant }) : { code, nodes: [], edges: [] };
  const sessions = index.ofVariant(code);
  const conditions = conditionsOf(index, code, data, filters, asOf);
  const ofVariant = index.viewsOfVariant(code);
  const counts = count(index, sessions, conditions, viewsSince(index, ofVariant), timed);
  const looked = countViews(index, code, conditions);
  const { traces } = index;
  const areViewsKnown = conditions.canBeViews && counts.unseen.sessions === 0;
  const places = areViewsKnown ? viewsByPlace(index, code, looked.bySource) : new Map<string, number>();
  const seenFirst = new Set([...places.keys()].flatMap((place) => traces.nodes.find(place) ?? []));
  const out = leftOut(index, sessions, counts.recent, conditions, seenFirst);
  const rated = ratedOf(counts.bySource, out.bySource);
  const beside = ratedOf(counts.bySource, out.bySourceOfViews);
  const views = viewNumbersOf(conditions, counts, looked, {
    sessions: beside.sessions,
    leads: beside.leads,
    qualified: beside.qualified,
    views: looked.ratedBySource.reduce((sum, each) => sum + each, 0),
  });
  const tallies = tallyTraces(traces, counts.byTrace);
  const begun = (place: string, isRated = false) => {
    const [first, link] = [
      traces.nodes.find(place),
      traces.links.findIndex((each) => isBegin(each, traces, place)),
    ];
    return link < 0 ? 0 : tallies.links.sessions[link]! - (isRated ? out.begunAt[first!]! : 0);
  };
  const bounced = {
    bounced: lookedOnly(places, begun, bouncesOf(looked.views, counts.sessions)),
    ratedBounced: lookedOnly(
      areViewsKnown ? viewsByPlace(index, code, looked.ratedBySource) : places,
      (place) => begun(place, true),
      bouncesOf(views.isKnown ? views.rated.views : 0, beside.sessions),
    ),
  };
  const edges = edgeNumbers(view, traces, tallies, out);
  const nodes = nodeNumbers(
    view,
    traces,
    tallies,
    out,
    { ...bounced, refused: firstRefusals(index, code, conditions) },
    (node) => counts.dwells.subarray(node * dwellClasses, (node + 1) * dwellClasses),
  );
  return { view, sessions, conditions, counts, looked, out, rated, views, tallies, edges, nodes };
}

/** The steps of a query's sessions by device, those of the commonest first. */
export function stepsByDevice(index: SessionIndex, query: Query, asOf: number): DeviceSteps[] {
  const asked = query.filters?.device ?? [];
  const isAsked = (device: string) =>
    asked.length === 0 || asked.includes(device) !== isExcept(query.filters?.except, "device");
  const except = query.filters?.except?.filter((name) => name !== "device");
  return index.sources.values.device.texts
    .filter(isAsked)
    .map((device) => {
      const own = { ...query, filters: { ...query.filters, device: [device], except } };
      const { nodes, counts } = passedIn(index, own, asOf, 0);
      return {
        device,
        count: counts.sessions,
        nodes: nodes.map(({ id, sessions, rated }) => ({ id, sessions, rated })),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ device, nodes }) => ({ device, nodes }));
}

/** Answers a query from the index. @param asOf when the index was complete; like `now` in epoch milliseconds */
export function numbersOf(
  index: SessionIndex,
  { variant: code, data = "real", filters = {}, paths = defaultPaths }: Query,
  asOf: number,
  now = asOf,
): Numbers {
  const passed = passedIn(index, { variant: code, data, filters }, asOf);
  const { view, sessions, conditions, counts, looked, out, rated, views, tallies, edges, nodes } = passed;
  const { traces } = index;
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
    rated,
    waiting: waitingOf(sessions, counts, conditions, views.isKnown ? looked : null),
    nodes,
    edges,
    jumps: jumpNumbers(traces, tallies),
    unmatched: unmatchedNumbers(traces, tallies),
    ...pathNumbers(view, traces, tallies, counts.sessions, paths),
    leads,
    conservation: { holds: breaches.length === 0, breaches },
    ...choicesOf(index, code, data, counts, out, views.isKnown ? looked : null),
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

const isBegin = ({ kind, from, to }: Link, { start, nodes }: Traces, place: string) =>
  kind === "edge" && from === start && nodes.texts[to] === place;

/** What rates count of sessions by source and result. @param late what they exclude */
function ratedOf(bySource: Uint32Array, late: Uint32Array): Numbers["rated"] {
  const counts = results.map((_, result) => {
    let sum = 0;
    for (let at = result; at < late.length; at += width) sum += bySource[at]! - late[at]!;
    return sum;
  });
  const [good, bad, ended, left, onTheirWay] = counts as [number, number, number, number, number];
  return {
    sessions: counts.reduce((sum, each) => sum + each, 0),
    leads: good + bad,
    left,
    qualified: good,
    disqualified: bad,
    ended,
    open: left,
    underWay: onTheirWay,
  };
}

/** When the sessions that no rate counts yet will be counted. */
function waitingOf(
  sessions: Sessions | undefined,
  { recent, sessions: all }: Counts,
  conditions: Conditions,
  looked: ReturnType<typeof countViews> | null,
): Numbers["waiting"] {
  const areViewsRated = looked === null || looked.ratedBySource.some((views) => views > 0);
  const begun = recent.at
    .filter((at) => isLate(sessions!, at, conditions))
    .map((at) => sessions!.begunMinute.values[at]!);
  const [first, last] = [Math.min(...begun), Math.max(...begun)];
  if (begun.length === 0) return null;
  return {
    sessions: begun.length,
    from: begun.length === all ? countedFrom(first) : null,
    until: countedFrom(last),
    viewsFrom:
      areViewsRated || !Number.isFinite(looked.firstLate) ? null : viewsCountedFrom(looked.firstLate),
  };
}

/** For all devices, then for each. */
function completedOf({ sources }: SessionIndex, { completed }: Counts): Numbers["completed"] {
  const spread = (device: DeviceClass | null, ms: readonly number[]): Completed[] => {
    if (ms.length === 0) return [];
    const times = Float64Array.from(ms).sort();
    const [quarter, median, threeQuarters] = [0.25, 0.5, 0.75].map((part) => quantile(times, part));
    return [{ device, count: ms.length, quarter: quarter!, median: median!, threeQuarters: threeQuarters! }];
  };
  const devices = sources.values.device.texts.flatMap((device, at) =>
    spread(device as DeviceClass, completed[at]!),
  );
  return [...spread(null, completed.flat()), ...devices.sort((one, other) => other.count - one.count)];
}

/** Between the two nearest where it lies between them, as spreadsheets and databases do. @param times ascending */
function quantile(times: Float64Array, part: number): number {
  const at = part * (times.length - 1);
  const [below, above] = [times[Math.floor(at)]!, times[Math.ceil(at)]!];
  return below + (at % 1) * (above - below);
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
