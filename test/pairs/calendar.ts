import { setTimeout } from "node:timers/promises";

export const hourMs = 60 * 60_000;

/** A wall clock's reading in a zone, by the platform's own calendar: `2026-11-18 20:30`. */
export function wallClock(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return parts.format(at).replace(", ", " ");
}
export const localDay = (at: number, zone: string) => wallClock(at, zone).slice(0, 10);
export const localMonth = (at: number, zone: string) => wallClock(at, zone).slice(0, 7);

/** When a wall clock of a zone shows this; found by looking at the clock, without a table of offsets. */
export function instantOf(shown: string, timeZone: string): number {
  let at = Date.parse(`${shown.replace(" ", "T")}:00Z`);
  for (let tries = 0; tries < 3; tries++) {
    const shows = Date.parse(`${wallClock(at, timeZone).replace(" ", "T")}:00Z`);
    at += Date.parse(`${shown.replace(" ", "T")}:00Z`) - shows;
  }
  return at;
}

export const said = (html: string) =>
  html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 300);

/** Waits by the real clock. */
export async function reached(
  question: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs = 20,
): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await setTimeout(everyMs))
    if (await question()) return true;
  return false;
}
