import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { every } from "../../../services/observe/polling.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a process at rest is woken once a second, by one timer for all that is done then", async () => {
  const done: string[] = [];
  const ends = [every(1_000, () => void done.push("terms")), every(1_000, () => void done.push("words"))];
  await vi.advanceTimersByTimeAsync(500);
  ends.push(every(1_000, () => void done.push("late")));
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(done.splice(0)).toEqual(["terms", "words", "late"]);
  expect(vi.getTimerCount()).toBe(1);
  ends[1]!();
  ends.push(every(2_000, () => void done.push("views")));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(["terms", "late", "views"]);
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});

it("one that ends another at the same moment is the last that is done", async () => {
  const done: string[] = [];
  const ends: (() => void)[] = [];
  ends.push(
    every(1_000, () => {
      done.push("first");
      ends[1]!();
    }),
    every(1_000, () => void done.push("second")),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(done).toEqual(["first", "first", "first"]);
  ends[0]!();
});

it("each is done in the context of what has begun it, whosever timer it is", async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const look = () => void seen.push(request.getStore());
  const ends = [request.run("one", () => every(1_000, look)), every(1_000, look)];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen).toEqual(["one", undefined, "one", undefined]);
  for (const end of ends) end();
});
