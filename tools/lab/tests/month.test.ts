import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "vitest";
import { databases, databasesOf, postgres } from "../../../test/support/databases.ts";
import { recountedMonth, type Way } from "./month.ts";

const visits = Number(process.env.VISITS ?? 5_000);
/** The second one with keys, bids, postbacks and two processes. */
const months: { name: string; start: typeof postgres.start; way: Way }[] = [
  ...databases.map((each) => ({ ...each, way: "plain" as const })),
  { ...postgres, way: "met" },
];

describe.each(months)("a month of visits on $name, $way", ({ start, way }) => {
  const server = databasesOf(start);
  it("ends with books, invoices and payouts that equal the buyers' own lists, to the cent", {
    timeout: 3_600_000,
  }, async () => {
    const began = performance.now();
    const { notes, ...counts } = await recountedMonth(await server.freshUrl(), visits, way);
    const { leads, sold, wentBack, cents, told } = counts;
    const program = join(import.meta.dirname, "recount.py");
    console.log(execFileSync("python3", [program], { input: JSON.stringify(notes), encoding: "utf8" }));
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(
      `${visits} visits, ${leads} leads, ${sold} sold for ${cents} cents, ${wentBack} went back, ${told} postbacks, ${seconds} s`,
    );
  });
});
