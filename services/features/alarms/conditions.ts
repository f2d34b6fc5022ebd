import { endsSoonMs } from "../../providers/key-ends.ts";
import type { AlarmMessage, Destination } from "../../providers/ports.ts";
import type { Alarm, BuyerRow } from "./tables.ts";
import { type ConditionAspect, figuresOf, titleOf } from "./words.ts";

const minute = 60_000;
const hourMs = 60 * minute;
/** How long a receiver accepts nothing before that is announced; less is a restart. */
const declinesMs = hourMs;
/** The fewest tries in that time, and the time over which they must be spread: a few at once are one bad moment. */
const [leastTries, leastSpreadMs] = [3, 45 * minute];
/** The fewest refused leads of an affiliate in a day, and their share of the leads that were offered. */
const [leastRefused, refusedShare] = [5, 0.8];
/** It is over when fewer are. */
const usualShare = 0.5;

/** A present condition, which is announced once until it is over. */
export type Condition = Pick<Alarm, "series" | "seen" | "tries" | "expected"> & { aspect: ConditionAspect };

/** `over`: earlier conditions that have ended, by their series and aspects; all others stay unchanged. */
export type Conditions = { now: Condition[]; over: Pick<Condition, "series" | "aspect">[] };

const known = { seen: 0, tries: 0, expected: 0 };

/** Receivers that have accepted nothing for an hour in spite of repeated tries. */
export function declining(rows: readonly BuyerRow[], names: readonly string[], at: number): Conditions {
  const now: Condition[] = [];
  const over: Conditions["over"] = [];
  for (const name of names) {
    const about = { series: `receiver:${name}`, aspect: "declines" } as const;
    const own = rows.filter(({ destination }) => destination === name);
    const takenAt = greatest(own.filter(isTaken).map(({ updatedAt }) => updatedAt));
    const bad = own.filter((row) => isRefused(row) && row.updatedAt > takenAt);
    const since = -greatest(
      bad.map((row) => -Math.max(takenAt, firstTryOf(row))),
      Number.NEGATIVE_INFINITY,
    );
    const until = greatest(bad.map(({ updatedAt }) => updatedAt));
    const tries = bad.reduce((sum, { attempts }) => sum + attempts, 0);
    if (bad.length === 0) over.push(about);
    else if (at - since >= declinesMs && until - since >= leastSpreadMs && tries >= leastTries)
      now.push({ ...about, seen: bad.length, tries, expected: since });
  }
  return { now, over };
}

/**
 * Affiliates whose leads nobody buys.
 * @param affiliates of the leads, by their ids
 * @param before those that were told of: it is over, too, when no more leads come
 */
export function refused(
  rows: readonly BuyerRow[],
  buyers: readonly string[],
  affiliates: ReadonlyMap<string, string>,
  before: readonly string[],
): Conditions {
  const leads = new Map<string, BuyerRow[]>();
  for (const row of rows)
    if (buyers.includes(row.destination)) leads.set(row.leadId, [...(leads.get(row.leadId) ?? []), row]);
  const counts = new Map(before.map((affiliate) => [affiliate, { offered: 0, refused: 0 }]));
  for (const [leadId, ofLead] of leads) {
    const affiliate = affiliates.get(leadId);
    const isSold = ofLead.some(isTaken);
    const isOpen = ofLead.some(({ status }) => status === "waiting" || status === "sending");
    const isDeclined = ofLead.some(({ outcome }) => outcome === "rejected");
    if (affiliate === undefined || (!isSold && (isOpen || !isDeclined))) continue;
    const count = counts.get(affiliate) ?? { offered: 0, refused: 0 };
    counts.set(affiliate, { offered: count.offered + 1, refused: count.refused + Number(!isSold) });
  }
  const now: Condition[] = [];
  const over: Conditions["over"] = [];
  for (const [affiliate, count] of counts) {
    const about = { series: `affiliate:${affiliate}`, aspect: "refused" } as const;
    const share = count.offered === 0 ? 0 : count.refused / count.offered;
    if (count.refused >= leastRefused && share >= refusedShare)
      now.push({ ...about, ...known, seen: count.refused, tries: count.offered });
    else if (share < usualShare) over.push(about);
  }
  return { now, over };
}

/**
 * Receivers that have had their leads of the day.
 * @param placesOf how many leads each has had today
 * @param before those announced already. A declined lead gives its place back, so a day is over only when the next one
 * has begun, or the cap was changed
 */
export function full(
  destinations: readonly Pick<Destination, "name" | "route">[],
  placesOf: ReadonlyMap<string, number>,
  before: readonly Pick<Alarm, "series" | "tries" | "beganHour">[],
  at: number,
): Conditions {
  const routes = new Map(destinations.map(({ name, route }) => [`receiver:${name}`, { name, route }]));
  const now = [...routes].flatMap(([series, { name, route }]): Condition[] => {
    const [cap, had] = [route?.caps()["daily-cap"], placesOf.get(name) ?? 0];
    return cap !== undefined && had >= cap
      ? [{ series, aspect: "full", ...known, seen: had, tries: cap }]
      : [];
  });
  const over = before.flatMap(({ series, tries, beganHour }): Conditions["over"] => {
    const route = routes.get(series)?.route;
    const isToday = route?.day(beganHour * hourMs) === route?.day(at);
    const isStill = route !== undefined && isToday && tries === route.caps()["daily-cap"];
    return isStill ? [] : [{ series, aspect: "full" }];
  });
  // A day that is over may be followed by one that is full already.
  const isOver = ({ series }: Condition) => over.some((each) => each.series === series);
  return { now: now.filter((each) => !isOver(each)), over };
}

/**
 * Certificates and keys that end soon.
 * @param certificates when each ends, by its host; a host that did not answer is not in it
 * @param keys the same of the keys with which receivers are reached, by their names
 * @param before keys that were told of: what the file does not name any more is over
 */
export function ending(
  certificates: ReadonlyMap<string, number>,
  keys: ReadonlyMap<string, number>,
  before: readonly string[],
  at: number,
): Conditions {
  const all = [
    ...[...certificates].map(([host, end]) => [`certificate:${host}`, end] as const),
    ...[...keys].map(([name, end]) => [`key:${name}`, end] as const),
    ...before
      .filter((name) => !keys.has(name))
      .map((name) => [`key:${name}`, Number.POSITIVE_INFINITY] as const),
  ];
  const about = all.map(([series, end]) => ({ series, aspect: "ends", ...known, expected: end }) as const);
  return {
    now: about.filter(({ expected }) => expected - at < endsSoonMs),
    over: about.filter(({ expected }) => expected - at >= endsSoonMs),
  };
}

/** Works for any number of values, too many to be passed as arguments. */
const greatest = (values: readonly number[], least = 0) =>
  values.reduce((most, each) => Math.max(most, each), least);

/** Whether its receiver took what it was sent. */
const isTaken = ({ status }: BuyerRow) => status === "delivered";

/** Leads that the receiver declined or could not be given; a closed or full receiver was not offered them. */
function isRefused({ status, outcome }: BuyerRow): boolean {
  return status !== "delivered" && (outcome === "rejected" || outcome === "failed" || outcome === "parked");
}

/** A message that was tried several times began when it was made. */
const firstTryOf = ({ attempts, createdAt, updatedAt }: BuyerRow) => (attempts > 1 ? createdAt : updatedAt);

/** The announcement of a condition that began or is over. @param alarm as it is stored */
export function conditionMessage(
  alarm: Alarm,
  began: boolean,
  { siteOrigin, timeZone }: { siteOrigin: string; timeZone: string },
): AlarmMessage {
  const [kind, name = ""] = alarm.series.split(/:(.*)/s);
  const page =
    kind === "receiver" || kind === "key"
      ? `${siteOrigin}/console/deliveries?destination=${encodeURIComponent(name)}`
      : kind === "affiliate"
        ? `${siteOrigin}/console?affiliate=${encodeURIComponent(name)}`
        : `${siteOrigin}/graphs/alarms`;
  const title = titleOf(alarm);
  const subject = began ? title : `Over: ${title}`;
  return {
    began,
    subject,
    text: [began ? `${figuresOf(alarm, timeZone)}.` : "This is over.", page].join("\n"),
  };
}
