import { setTimeout } from "node:timers/promises";
import type { Leads } from "../store/leads.ts";

/** What the site has done lately, counted from its own leads. */
export type OwnFigures = {
  /** Surveys sent in those days. */
  sent: number;
  /** Of those: how many fit a case that a law firm here takes. */
  fit: number;
  days: number;
  /** The day before which it was counted, as 2026-11-23. */
  until: string;
};

const dayMs = 24 * 60 * 60 * 1000;
const days = 90;
/** Fewer surveys say more about chance than about the site. */
const fewest = 100;
/** A page waits no longer for its figures. */
const longestWaitMs = 500;

/**
 * Counts the last 90 whole days (UTC).
 * @returns undefined when there is too little to count, or the store does not answer: the page goes without
 */
export async function ownFigures(
  leads: Pick<Leads, "countJudged">,
  now: number,
): Promise<OwnFigures | undefined> {
  const until = Math.floor(now / dayMs) * dayMs;
  const counting = leads.countJudged(until - days * dayMs, until).catch(() => undefined);
  const counted = await Promise.race([counting, setTimeout(longestWaitMs, undefined, { ref: false })]);
  if (!counted || counted.sent < fewest) return undefined;
  return { ...counted, days, until: new Date(until).toISOString().slice(0, 10) };
}
