import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Counts } from "../../../services/store/retention/rules.ts";
import { startRetention } from "../../../services/store/retention-job.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the job sweeps every hour by the settings, says what went, and outlives a failure", async () => {
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
  const job = startRetention(retention, { leads: 5 }, (...line) => lines.push(line));
  const hours = (count: number) => vi.advanceTimersByTimeAsync(count * 60 * 60_000);
  await hours(3);
  expect(asked).toEqual([{ leads: 5 }, { leads: 5 }, { leads: 5 }]);
  expect(lines).toEqual([
    ["retention.swept", { count: 3 }],
    ["retention.failed", { error: "RangeError" }],
  ]);
  job.stop();
  await hours(2);
  expect(asked).toHaveLength(3);
});
