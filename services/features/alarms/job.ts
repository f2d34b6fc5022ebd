import { setImmediate } from "node:timers/promises";
import { readTrace } from "../../analytics/trace.ts";
import { errorName, failure, type Log } from "../../observe/log.ts";
import { polling } from "../../observe/polling.ts";
import { certificateEnds } from "../../providers/certificate-ends.ts";
import { liveServices } from "../../providers/index.ts";
import type { AlarmSink } from "../../providers/ports.ts";
import type { Settings } from "../../settings/env.ts";
import { uuid7 } from "../../store/engine/uuid7.ts";
import type { Store } from "../../store/store.ts";
import type { Core, Job } from "../feature.ts";
import { decisionOn } from "./decide.ts";
import type { Ended } from "./ended-visits.ts";
import { type CountedHour, type HourCounts, historyHours, historyOf, weekHours } from "./series.ts";
import { watchOf } from "./watch.ts";
import { watchConditions } from "./watch-conditions.ts";
import { isCondition } from "./words.ts";

/** Only this many of an hour's sources are kept, the busiest. */
const maxSources = 2_000;

/** Counts the visits that ended in an hour, for every series they belong to. */
export function tallyOf(ended: readonly Ended[]): HourCounts {
  const counts: HourCounts = {};
  addTo(counts, ended);
  return busiest(counts);
}

/** Adds visits that ended to an hour's counts. */
function addTo(counts: HourCounts, ended: readonly Ended[]): void {
  const add = (series: string, hits: number, tries: number) => {
    const [before, of] = counts[series] ?? [0, 0];
    counts[series] = [before + hits, of + tries];
  };
  for (const { variant, affiliate, place, items, isLead, isLeft, count } of ended) {
    for (const series of ["site:", `survey:${variant}`, `source:${variant}/${affiliate}`]) {
      add(series, isLead ? count : 0, count);
    }
    const passed = new Set<string>();
    for (const item of readTrace(items)) {
      if (item.kind === "edge" || item.kind === "jump") passed.add(item.to);
      if (item.kind === "outcome") add(`service:${item.service}`, item.said === "ok" ? 0 : count, count);
    }
    for (const each of passed) add(`place:${variant}/${each}`, isLeft && each === place ? count : 0, count);
  }
}

/** @returns the same counts without those of rare sources, which anybody can make up */
function busiest(counts: HourCounts): HourCounts {
  const sources = Object.keys(counts)
    .filter((series) => series.startsWith("source:"))
    .sort((one, other) => counts[other]![1] - counts[one]![1]);
  for (const series of sources.slice(maxSources)) delete counts[series];
  return counts;
}

const minute = 60_000;
const hourMs = 60 * minute;
/** A visit counts as left after half an hour and is rolled up soon after. */
const settledMs = 32 * minute;
/** A message that could not be sent for a day is of no use any more. */
const noticeMs = 24 * hourMs;
/** Longer than any sending takes: a process that holds a message longer has died. */
const lockMs = 2 * minute;
/** Hours read at a time. */
const pageHours = 168;

type Options = {
  store: Pick<Store, "alarms" | "numbers" | "notices">;
  sinks: readonly AlarmSink[];
  settings: Pick<Settings, "siteOrigin" | "siteTimeZone">;
  /** False alarms a month that are accepted, over everything that is watched. */
  falsePerMonth: number;
  now: () => number;
  log: Log;
  /** Checks the conditions that need no history; their messages are sent with the others. */
  checkConditions?: () => Promise<void>;
};

/**
 * Starts the alarm job: it counts each hour once it has settled, looks for unusual numbers, and sends
 * messages. Without a destination for alarms they are on their page only. All state is in the store; the hour's row
 * decides which process judges it.
 */
export function startAlarms(core: Core, falsePerMonth: number): Job {
  const checkConditions = watchConditions({
    ...core,
    certificateEnds: () => {
      const used = liveServices(core.settings).flatMap(({ addresses }) => addresses);
      return certificateEnds([core.settings.siteOrigin, ...used]);
    },
  });
  const options = { ...core, falsePerMonth, checkConditions };
  const { log } = core;
  return polling((isStopped) => checkOnce(options, isStopped), {
    pollMs: minute,
    log,
    failed: "alarms.failed",
  });
}

/** Counts new hours, judges the newest one if nobody has, and sends unsent messages even if judging fails. */
export async function checkOnce(options: Options, isStopped = () => false): Promise<void> {
  // A failure here must not keep due messages from being sent.
  await options.checkConditions?.().catch((error) => {
    options.log("alarms.failed", failure(error));
  });
  await countHours(options, isStopped);
  const newest = await options.store.alarms.newestHour();
  try {
    if (newest && !newest.isDecided && !isStopped()) await judge(newest.hour, options);
  } finally {
    await send(options, isStopped);
  }
}

async function countHours({ store, now }: Options, isStopped: () => boolean): Promise<void> {
  const { alarms } = store;
  const last = Math.floor((now() - settledMs) / hourMs) - 1;
  const newest = await alarms.newestHour();
  if (newest && newest.hour >= last) return;
  const whole = Math.floor(((await alarms.countableSince()) ?? now()) / hourMs);
  const from = Math.max(newest ? newest.hour + 1 : 0, last - historyHours);
  let first = newest ? from : Math.max(from, whole);
  // Until an hour can be counted whole, what is earlier would be read again each time.
  if (from < whole && whole <= last) {
    const earlier = await begunHours(store, from, whole, isStopped);
    for (const { hour, counts } of earlier) {
      if (isStopped()) return;
      await alarms.keepHour({ hour, counts: JSON.stringify(counts) }, false);
    }
    first = (earlier.at(-1)?.hour ?? first - 1) + 1;
  }
  for (let hour = first; hour <= last && !isStopped(); hour++) {
    const counts = JSON.stringify(tallyOf(await alarms.endedVisits(hour * hourMs, (hour + 1) * hourMs)));
    await alarms.keepHour({ hour, counts }, hour === last);
    // Lets requests through between two hours.
    await setImmediate();
  }
}

const pageSize = 5_000;

/**
 * Counts of hours whose visits without a lead are erased, from analysts' data: by the hour in which a visit began,
 * which is the one in which most ended. Every hour from the first with visits is included.
 * @param from hours since 1970, as is `before`, which is exclusive
 */
async function begunHours(
  { numbers }: Options["store"],
  from: number,
  before: number,
  isStopped: () => boolean,
): Promise<CountedHour[]> {
  const sources = await allOf((id) => numbers.sourcesSince(id, pageSize));
  const traces = await allOf((id) => numbers.tracesSince(id, pageSize));
  const counted = new Map<number, HourCounts>();
  for (let change = 0; !isStopped(); ) {
    const rows = await numbers.sessionsSince(change, pageSize);
    for (const { hour, sourceId, traceId, result } of rows) {
      const [source, trace] = [sources.get(sourceId), traces.get(traceId)];
      if (!hour || hour < from || hour >= before || !source || !trace || source.simulated) continue;
      const counts = counted.get(hour) ?? {};
      counted.set(hour, counts);
      const isLead = result === "qualified" || result === "disqualified";
      const ended = { ...trace, ...source, isLead, isLeft: result === "open", count: 1 };
      addTo(counts, [ended]);
    }
    if (rows.length < pageSize) break;
    change = rows.at(-1)!.change;
    await setImmediate();
  }
  if (counted.size === 0) return [];
  const first = Math.min(...counted.keys());
  return Array.from({ length: before - first }, (_, at) => {
    const hour = first + at;
    return { hour, counts: busiest(counted.get(hour) ?? {}) };
  });
}

/** All rows of a table that is read in pages, by id. */
async function allOf<Row extends { id: number }>(
  pageAfter: (id: number) => Promise<Row[]>,
): Promise<ReadonlyMap<number, Row>> {
  const all = new Map<number, Row>();
  for (let id = 0; ; ) {
    const rows = await pageAfter(id);
    for (const row of rows) all.set(row.id, row);
    if (rows.length < pageSize) return all;
    id = rows.at(-1)!.id;
  }
}

async function judge(
  hour: number,
  { store: { alarms }, sinks, settings, falsePerMonth, now, log }: Options,
): Promise<void> {
  const { siteOrigin, siteTimeZone: timeZone } = settings;
  const counted = [];
  for (let from = hour + 1 - historyHours; from <= hour; from += pageHours) {
    const rows = await alarms.hoursFrom(from, pageHours);
    counted.push(
      ...rows
        .filter((row) => row.hour < from + pageHours && row.hour <= hour)
        .map((row) => ({ hour: row.hour, counts: JSON.parse(row.counts) })),
    );
    await setImmediate();
  }
  const history = historyOf(counted, weekHours(timeZone));
  // The last day is left out of the fit, so that an outage does not count as usual on the day it begins.
  const watch = await watchOf(history, Math.max(0, history.hours - 24));
  const decision = decisionOn({
    history,
    watch,
    open: (await alarms.open()).filter((alarm) => !isCondition(alarm)),
    recent: (await alarms.list({ since: hour - 24, limit: 1_000 })).filter((alarm) => !isCondition(alarm)),
    falsePerMonth,
    destinations: sinks.map(({ name }) => name),
    at: now(),
    newId: () => uuid7(now()),
    page: `${siteOrigin}/graphs/alarms`,
    timeZone,
  });
  if (!(await alarms.decide(hour, decision, hour + 1 - historyHours))) return;
  for (const { aspect } of decision.began) log("alarm.began", { outcome: aspect });
  if (decision.ended.length > 0) log("alarm.ended", { count: decision.ended.length });
}

/**
 * Sends unsent messages. A failed one is tried again until it is a day old; one that was being sent when the process died
 * may arrive twice, with the same id. Messages are claimed one by one, so that a claim outlasts its sending however many
 * destinations time out.
 */
async function send(
  { store: { notices }, sinks, now, log }: Options,
  isStopped: () => boolean,
): Promise<void> {
  // A message that fails now is locked past this moment, so this loop does not claim it again.
  const freeAt = now();
  while (!isStopped()) {
    const notice = await notices.claim({
      since: freeAt - noticeMs,
      freeAt,
      lockedUntil: now() + lockMs,
    });
    if (!notice) return;
    const { id, destination, at, body } = notice;
    const sink = sinks.find(({ name }) => name === destination);
    if (!sink) continue;
    try {
      await sink.send({ id, at, ...JSON.parse(body) });
      await notices.sent(id, now());
      log("alarm.sent", { destination });
    } catch (error) {
      log("alarm.not_sent", { destination, error: errorName(error) });
    }
  }
}
