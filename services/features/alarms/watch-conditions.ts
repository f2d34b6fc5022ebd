import { setTimeout } from "node:timers/promises";
import { rowsOf } from "../../delivery/outbox/route.ts";
import type { Log } from "../../observe/log.ts";
import { keyEnds } from "../../providers/key-ends.ts";
import type { AlarmSink, Destination } from "../../providers/ports.ts";
import { bidsName } from "../../settings/destinations/shape.ts";
import type { Settings } from "../../settings/env.ts";
import { uuid7 } from "../../store/engine/uuid7.ts";
import type { Notice } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import {
  type Condition,
  type Conditions,
  conditionMessage,
  declining,
  ending,
  full,
  refused,
} from "./conditions.ts";
import type { Alarm } from "./tables.ts";
import { type ConditionAspect, isCondition } from "./words.ts";

const minute = 60_000;
const hourMs = 60 * minute;
const dayMs = 24 * hourMs;
/** How often to look; at certificates less often. */
const everyMs = 5 * minute;

type Options = {
  store: Pick<Store, "alarms" | "dailyPlaces">;
  destinations: readonly Destination[];
  sinks: readonly AlarmSink[];
  settings: Pick<Settings, "siteOrigin" | "siteTimeZone" | "destinations">;
  /** When the certificates end that the site shows and meets, by their hosts. */
  certificateEnds: () => Promise<ReadonlyMap<string, number>>;
  now: () => number;
  log: Log;
};

/** Certifiers, which are asked about a lead and buy none. */
const certifiers = ["trustedform-certificate", "jornaya-audit"];

/**
 * Checks periodically for conditions to be announced at once: from the first day, once, and again when they are over.
 * Each is an alarm like the others, on their page and to their receivers; of several processes the first one stores it.
 */
export function watchConditions(options: Options): () => Promise<void> {
  const { now } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let metAt = Number.NEGATIVE_INFINITY;
  let ends: ReadonlyMap<string, number> = new Map();
  return async () => {
    if (now() - lookedAt < everyMs) return;
    lookedAt = now();
    if (now() - metAt >= 12 * hourMs) {
      metAt = now();
      let isLate = false;
      const meeting = options.certificateEnds().then((met) => {
        ends = met;
        if (isLate) lookedAt = Number.NEGATIVE_INFINITY;
      });
      // A host that is slow to answer delays nothing else: its answer is judged once it arrives.
      await Promise.race([meeting, setTimeout(1_000, undefined, { ref: false })]);
      isLate = true;
    }
    await keep([...(await deliveryConditions(options)), await endingSoon(ends, options)], options);
  };
}

async function endingSoon(
  certificates: ReadonlyMap<string, number>,
  { store, settings, now }: Options,
): Promise<Conditions> {
  const before = (await store.alarms.open()).flatMap(({ series }) => /^key:(.*)$/s.exec(series)?.[1] ?? []);
  return ending(certificates, keyEnds(settings), before, now());
}

async function deliveryConditions({ store, destinations, now }: Options): Promise<Conditions[]> {
  const configured = destinations.filter(
    ({ name, configured: isReady, takes }) => isReady && !takes && !certifiers.includes(name),
  );
  const names = configured.flatMap(rowsOf);
  const buyers = configured
    .filter(
      ({ name, terms, route }) =>
        terms !== undefined || route?.order !== undefined || name === "lead-prosper",
    )
    .map(({ name }) => name);
  const rows = await store.alarms.triedSince(names, now() - dayMs);
  const open = await store.alarms.open();
  /** The announced ones. A removed receiver takes no leads, and nobody waits for that. */
  const before = (wanted: ConditionAspect) =>
    open.filter(({ aspect }) => aspect === wanted).map(({ series }) => series.replace(/^\w+:/, ""));
  const leads = rows.filter(({ destination }) => buyers.includes(destination)).map(({ leadId }) => leadId);
  const days = new Map(
    configured.flatMap(({ name, route }) => (route ? [[name, route.day(now())] as const] : [])),
  );
  return [
    // Requests for bids never accept anything.
    declining(
      rows,
      [...new Set([...names.filter((name) => name !== bidsName), ...before("declines")])],
      now(),
    ),
    refused(rows, buyers, await store.alarms.affiliatesOf([...new Set(leads)]), before("refused")),
    full(
      configured,
      await store.dailyPlaces.taken(days),
      open.filter(({ aspect }) => aspect === "full"),
      now(),
    ),
  ];
}

/** Keeps what began and what is over, each with its messages. */
async function keep(all: readonly Conditions[], { store: { alarms }, sinks, settings, now, log }: Options) {
  // Before the open ones are read: where another process begins one in between, the id that follows is taken.
  const before = new Map<Condition, number>();
  for (const each of all.flatMap(({ now: found }) => found)) before.set(each, await alarms.countOf(each));
  const open = (await alarms.open()).filter(isCondition);
  const isSame = (one: Pick<Alarm, "series" | "aspect">) => (other: Pick<Alarm, "series" | "aspect">) =>
    one.series === other.series && one.aspect === other.aspect;
  const hour = Math.floor(now() / hourMs);
  const where = { siteOrigin: settings.siteOrigin, timeZone: settings.siteTimeZone };
  const toAll = (alarm: Alarm, began: boolean): Notice[] => {
    const body = JSON.stringify(conditionMessage(alarm, began, where));
    const id = `${alarm.messageId}.${began ? "began" : "ended"}`;
    return sinks.map(({ name }) => ({ id: `${id}.${name}`, destination: name, at: now(), body }));
  };
  const begin = async (condition: Condition) => {
    const { series, aspect } = condition;
    const alarm: Alarm = {
      ...condition,
      id: `${aspect}.${series}.${before.get(condition)! + 1}`,
      messageId: uuid7(now()),
      beganHour: hour,
      noticedHour: hour,
      endedHour: null,
      low: 0,
      high: 0,
      chance: 0,
    };
    if (await alarms.begin(alarm, toAll(alarm, true))) log("alarm.began", { outcome: aspect });
  };
  for (const { now: found, over } of all) {
    for (const each of found) if (!open.some(isSame(each))) await begin(each);
    for (const each of open.filter((alarm) => over.some(isSame(alarm))))
      if (await alarms.end(each.id, hour, toAll(each, false))) log("alarm.ended", { count: 1 });
  }
}
