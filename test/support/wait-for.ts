import { setTimeout } from "node:timers/promises";

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
