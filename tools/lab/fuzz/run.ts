/** `npm run lab -- fuzz`, or `npm run lab -- fuzz 1000000 7`: so many requests, from this seed. Ends with status 1 when a fault was found. */
import { mkdirSync, writeFileSync } from "node:fs";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { wholeNumber } from "../../../services/commands/values.ts";
import { lab } from "../../tool.ts";
import { fuzz } from "./fuzz.ts";

const [requests, seed] = lab(
  "fuzz",
  `Sends a started site changed requests, the same ones for the same seed, and looks for faults and lost memory.
Ends with status 1 when it finds any. Writes test/output/fuzz.json.`,
)
  .argument("[requests]", "how many", wholeNumber, 100_000)
  .argument("[seed]", "a whole number", wholeNumber, 1)
  .parse().processedArgs as [number, number];
const mostGrowthMb = 50;
const file = "test/output/fuzz.json";

ensureBuilt();
const found = await fuzz(requests, seed, (done) => console.log(`${done} requests`));
mkdirSync("test/output", { recursive: true });
writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);

const { seconds, statuses, faults, grownMb } = found;
const counted = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
console.log(
  `${found.requests} requests in ${seconds.toFixed(0)} s, ${(found.requests / seconds).toFixed(0)} a second.`,
);
console.log(`Answers by status (0: none): ${counted.join(", ")}.`);
console.log(
  grownMb === undefined ? "Memory: too few requests to tell." : `Memory grew by ${grownMb.toFixed(1)} MB.`,
);
for (const { what, request } of faults.slice(0, 10)) console.log(`FAULT ${what}\n${request}`);
const isGood = faults.length === 0 && (grownMb ?? 0) < mostGrowthMb;
console.log(isGood ? "Nothing found." : `${faults.length} faults, all in ${file}.`);
process.exitCode = isGood ? 0 : 1;
