import { setTimeout } from "node:timers/promises";
import { dayBegins, dayCounter, dayText } from "../calendar/days.ts";
import type { Leads } from "../store/leads/leads.ts";
import type { Sales } from "../store/sales/sales.ts";

/** The site's recent figures, counted from its own leads. */
export type OwnFigures = {
  /** Surveys sent in those days. */
  sent: number;
  /** Of those: how many fit a case that a law firm here takes. */
  fit: number;
  /** The median wait for a firm's first call, in minutes, of the leads whose firms reported one; absent when few did. */
  call?: { minutes: number; of: number };
  days: number;
  /** The day before which it was counted, as 2026-11-23. */
  until: string;
};

const days = 90;
/** Fewer surveys say more about chance than about the site. */
const fewest = 100;
const fewestCalls = 50;
/** A page waits no longer for its figures. */
const longestWaitMs = 500;

/**
 * Counts the last 90 whole business days.
 * @returns undefined when there is too little to count, or the store does not answer: the page goes without
 */
export async function ownFigures(
  store: { leads: Pick<Leads, "countJudged">; sales: Pick<Sales, "waitsForCall"> },
  now: number,
  timeZone: string,
): Promise<OwnFigures | undefined> {
  const today = dayCounter(timeZone)(now);
  const [from, until] = [dayBegins(today - days, timeZone), dayBegins(today, timeZone)];
  const counting = Promise.all([
    store.leads.countJudged(from, until),
    store.sales.waitsForCall(from, until),
  ]).catch(() => undefined);
  const counted = await Promise.race([counting, setTimeout(longestWaitMs, undefined, { ref: false })]);
  if (!counted) return undefined;
  const [judged, waits] = counted;
  if (judged.sent < fewest) return undefined;
  return { ...judged, call: medianCall(waits), days, until: dayText(today) };
}

function medianCall(waits: readonly number[]): OwnFigures["call"] {
  if (waits.length < fewestCalls) return undefined;
  const sorted = waits.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return { minutes: Math.max(1, Math.round(middle / 60_000)), of: waits.length };
}
