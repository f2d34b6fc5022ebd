import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Sent } from "./send.ts";

/** Asks again until the answer is a true one; the limit is for what never comes. @throws an Error that names what was waited for */
export async function waitFor(
  what: string,
  question: () => boolean | Promise<boolean>,
  withinMs = 240_000,
): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await setTimeout(50)) {
    if (await question()) return;
  }
  throw new Error(`not within ${withinMs} ms: ${what}`);
}

/**
 * Sends again until there is an answer that is not about trouble, as the island and a patient visitor do.
 * @param retried called for each answer that was cut off or refused
 */
export async function insisting<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
  retried: () => void,
): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    retried();
    await setTimeout(randomInt(50, 250));
  }
}

/** True for the answer that acknowledges a lead: 303 to a form, 200 to the island's post. */
export function thanks({ status, headers, text }: Sent): boolean {
  const location = status === 303 ? headers.location : status === 200 ? text : "";
  return Boolean(location?.includes("/survey-thank-you/"));
}
