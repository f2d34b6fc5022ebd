import { afterAll, describe, expect, it } from "vitest";
import { sharedGround } from "./ground.ts";
import { unusual } from "./parameters.ts";
import { rows, verdictOn } from "./rows.ts";

/** The days of every other row, as tests: two files with a half each run side by side. @param first 0 or 1 */
export function daysFrom(first: 0 | 1): void {
  describe("a day on which these meet", () => {
    const ground = sharedGround();
    afterAll(() => ground.stop());

    const half = rows.map((row, index) => ({ row, index })).filter(({ index }) => index % 2 === first);
    it.each(half.map(({ row, index }) => ({ row, title: `row ${index}: ${unusual(row)}` })))(
      "$title",
      { timeout: 600_000 },
      async ({ row }) => {
        const verdict = await verdictOn(row, ground);
        if (verdict) expect.fail(verdict);
      },
    );
  });
}
