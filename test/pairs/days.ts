import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedGround } from "./ground.ts";
import { unusual } from "./parameters.ts";
import { isWhole, rows, strength, verdictOn } from "./rows.ts";

/**
 * Processor time of half of the rows of `npm test`, in seconds. On two busy cores they took 99, and less on idle ones;
 * a single row's cost is bounded there.
 */
const mostSeconds = 150;

/** The days of every other row, as tests: two files with a half each run side by side. @param first 0 or 1 */
export function daysFrom(first: 0 | 1): void {
  describe("a day on which these meet", () => {
    const ground = sharedGround();
    afterAll(() => ground.stop());
    let began: NodeJS.CpuUsage;
    beforeAll(() => {
      began = process.cpuUsage();
    });

    const half = rows.map((row, index) => ({ row, index })).filter(({ index }) => index % 2 === first);
    it.each(half.map(({ row, index }) => ({ row, title: `row ${index}: ${unusual(row)}` })))(
      "$title",
      { timeout: 600_000 },
      async ({ row }) => {
        const verdict = await verdictOn(row, ground);
        if (verdict) expect.fail(verdict);
      },
    );

    it.runIf(isWhole && strength === 2)("take no longer than a developer is willing to wait", () => {
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1e6).toBeLessThan(mostSeconds);
    });
  });
}
