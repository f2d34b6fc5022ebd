import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postLimits } from "../../../services/guard/post-limits.ts";

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * minute + 15_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function flooding() {
  const said: string[] = [];
  const limits = postLimits({
    counts: { add: async (_network, current) => ({ before: 0, current }) },
    perAddress: 5,
    inAll: 10,
    now: Date.now,
    log: (event) => said.push(event),
  });
  const post = (times: number) => {
    for (let posts = 0; posts < times; posts++) limits.take(`203.0.113.${posts}`);
  };
  return { limits, said, post };
}

it("a flood ends when a whole minute has kept below the limit, though nobody posts any more", () => {
  const { limits, said, post } = flooding();
  post(50);
  vi.advanceTimersByTime(minute);
  expect(limits.isFlooded()).toBe(true);
  post(50);
  vi.advanceTimersByTime(minute + 44_000);
  expect([limits.isFlooded(), said]).toEqual([true, ["flood.began"]]);
  vi.advanceTimersByTime(1_000);
  expect([limits.isFlooded(), said]).toEqual([false, ["flood.began", "flood.ended"]]);
  post(50);
  expect(said).toEqual(["flood.began", "flood.ended", "flood.began"]);
});
