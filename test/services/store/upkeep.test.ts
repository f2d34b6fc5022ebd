import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Counts } from "../../../services/store/retention/sweep.ts";
import { startUpkeep } from "../../../services/store/upkeep.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("every hour the store is swept by the settings, which says what went and outlives a failure, and the books are filled", async () => {
  const results: (Counts | Error)[] = [{ leads: 2, codes: 1 }, new RangeError("busy"), { leads: 0 }];
  const asked: unknown[] = [];
  const lines: unknown[] = [];
  const retention = {
    sweep: async (ages: unknown) => {
      asked.push(ages);
      const result = results.shift()!;
      if (result instanceof Error) throw result;
      return result;
    },
    expired: async () => ({}),
  };
  let booked = 0;
  const ledger = {
    catchUp: async () => {
      booked += 1;
      if (booked === 1) throw new TypeError("away");
    },
  };
  let indexed = 0;
  const inbox = {
    catchUp: async () => {
      indexed += 1;
      if (indexed === 2) throw new TypeError("away");
      return 0;
    },
  };
  const job = startUpkeep({ retention, ledger, inbox }, { leads: 5 }, (...line) => lines.push(line));
  const hours = (count: number) => vi.advanceTimersByTimeAsync(count * 60 * 60_000);
  await hours(3);
  expect(asked).toEqual([{ leads: 5 }, { leads: 5 }, { leads: 5 }]);
  expect([booked, indexed], "at the start, and each hour").toEqual([4, 4]);
  expect(lines).toEqual([
    ["sales.failed", { error: "TypeError" }],
    ["inbox.failed", { error: "TypeError" }],
    ["retention.swept", { count: 3 }],
    ["retention.failed", { error: "RangeError" }],
  ]);
  job.stop();
  await hours(2);
  expect(asked).toHaveLength(3);
});
