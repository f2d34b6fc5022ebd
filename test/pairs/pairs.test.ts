import { afterAll, describe, expect, it } from "vitest";
import { coveringArray } from "./array.ts";
import { liveThrough } from "./day.ts";
import { sharedGround } from "./ground.ts";
import { domains, possible, type Row, rowOf, unusual } from "./parameters.ts";

const ground = sharedGround();
afterAll(() => ground.stop());
const given = process.env.ROW;
const rows = given === undefined ? (coveringArray(domains, 2, possible) as Row[]) : [rowOf(given)];
describe("a day", () => {
  it.each(rows.map((row, n) => ({ n, row, words: unusual(row) })))("row $n: $words", async ({ row }) => {
    const c0 = process.cpuUsage(); const t0 = performance.now();
    const f = await liveThrough(row, ground);
    const { user, system } = process.cpuUsage(c0);
    if (process.env.PAIRS_LOG) (await import("node:fs")).appendFileSync(process.env.PAIRS_LOG, JSON.stringify({ row: unusual(row), f, cpu: Math.round((user + system) / 1000), wall: Math.round(performance.now() - t0) }) + "\n");
    console.log(`cpu ${Math.round((user + system) / 1000)} wall ${Math.round(performance.now() - t0)}`);
    expect(f).toEqual([]);
  });
});
