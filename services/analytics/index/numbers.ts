import { variants } from "../../../machines/registry.ts";
import { dayText } from "../days.ts";
import { dwellClasses, quantilesOf } from "../dwell.ts";
import { bouncesOf } from "../first-views/views.ts";
import { viewOfVariant } from "../session.ts";
import { type Completed, type DeviceClass, type Numbers, type Query, results } from "../types.ts";
import { choicesOf } from "./choices.ts";
import { conditionsOf } from "./conditions.ts";
import { type Counts, count, width } from "./count.ts";
import { breachesOf, edgeNumbers, jumpNumbers, nodeNumbers, unmatchedNumbers } from "./node-numbers.ts";
import { pathNumbers } from "./path-numbers.ts";
import type { SessionIndex } from "./session-index.ts";
import { tallyTraces } from "./tally.ts";
import { countViews, firstRefusals, lookedOnly, viewNumbersOf, viewsByPlace } from "./view-numbers.ts";
import { eachApart, viewsSince } from "./views.ts";

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
