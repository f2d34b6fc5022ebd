import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { poll } from "../../../app/page-scripts/loading.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The result so far; `waits` while there is none. */
async function after<Found>(found: Promise<Found>, ms: number): Promise<Found | "waits"> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([found, Promise.resolve("waits" as const)]);
}

it("poll finds a value that appears, even after an attempt has failed", async () => {
  const looks = [
    () => undefined,
    () => {
      throw new Error("not yet");
    },
    () => "here",
  ];
  const found = poll(() => looks.shift()!(), 100, new AbortController().signal);
  expect(await after(found, 250)).toBe("waits");
  expect(await after(found, 100)).toBe("here");
  expect(vi.getTimerCount()).toBe(0);
});

it("poll gives up after ten seconds, and blocks nobody", async () => {
  const found = poll(() => undefined, 100, new AbortController().signal);
  expect(await after(found, 9_900)).toBe("waits");
  expect(await after(found, 300)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

it("poll gives up at once when the page moves on, or has moved on already", async () => {
  const left = new AbortController();
  const found = poll(() => undefined, 100, left.signal);
  expect(await after(found, 100)).toBe("waits");
  left.abort();
  expect(await after(found, 0)).toBeUndefined();
  expect(
    await after(
      poll(() => "late", 100, left.signal),
      0,
    ),
  ).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
