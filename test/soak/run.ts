/**
 * `npm run soak -- --minutes 60 --visitors 60 --store sqlite`: the site under a steady rate of visitors, to see
 * whether it comes to rest. Ends with 1 when something grew, a worker ended or a visitor was let down.
 */
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { machine, short, writeJson } from "../bench/report.ts";
import { quantile } from "../bench/spread.ts";
import { markdownTable } from "../support/markdown-table.ts";
import { endWithUsage, optionsOf } from "../support/options.ts";
import { type Verdict, verdict } from "./envelope.ts";
import { type Measure, measures, type Sample } from "./samples.ts";
import { soak } from "./soak.ts";
import { stores } from "./stores.ts";

const usage =
  "Usage: npm run soak -- --minutes <6 to 10000> --visitors <a minute> --store sqlite|postgresql " +
  "--workers <1; with postgresql up to 64>";
const file = "test/output/soak.json";

const values = optionsOf(usage, { minutes: "60", visitors: "60", store: "sqlite", workers: "1" });
const [minutes, visitors] = [Number(values.minutes), Number(values.visitors)];
const workers = Number(values.workers);
const openStore = stores[values.store as keyof typeof stores];
const mostWorkers = values.store === "sqlite" ? 1 : 64;
if (!openStore || !(minutes >= 6 && minutes <= 10_000) || !(visitors > 0)) endWithUsage(usage);
if (!(Number.isInteger(workers) && workers >= 1 && workers <= mostWorkers)) endWithUsage(usage);

ensureBuilt();
const { cpu, cores, node, load } = machine();
console.log(`${values.store}, ${minutes} minutes, ${visitors} visitors a minute, WORKERS=${workers}.`);
console.log(`${cpu}, ${cores} cores, Node ${node}, load ${load} at the start.\n`);
const asked = { minutes, visitors, workers };
const soaked = await soak(openStore, asked);
const { samples, done, wrong, repeats, failures, leads } = soaked;

const measured = Object.keys(measures) as Measure[];
const verdicts = Object.fromEntries(measured.map((measure) => [measure, judged(measure)]));
console.log(`${markdownTable([head(), ...measured.map(row)])}\n`);
console.log(`Memory of each process in the second half, MB: ${memories().join(", ")}.`);
console.log(`Visits as they should be: ${told(done)}; leads in the store: ${leads}.`);
console.log(`Sent again because the store was busy: ${repeats}.`);
console.log(
  `Let down: ${told(wrong) || "nobody"}. What the site logged as failed: ${told(failures) || "nothing"}.`,
);
writeJson(file, [{ soak: values.store, ...asked, ...soaked, verdicts }]);
console.log(`Every sample as JSON: ${file}`);

const isCalm = Object.values(verdicts).every((found) => found?.flat !== false);
process.exitCode = isCalm && Object.keys(wrong).length === 0 ? 0 : 1;

function judged(measure: Measure): Verdict | undefined {
  const { tolerance } = measures[measure];
  return tolerance && verdict(readings(measure), tolerance);
}

function readings(measure: Measure) {
  return samples.map(({ at, read }) => ({ at, value: read[measure] }));
}

/** The middle of the second half's, the supervisor of workers first. */
function memories(): string[] {
  const half = samples.slice(samples.length / 2).map((each) => each.memories);
  const middle = (index: number) =>
    quantile(
      half.map((of) => of[index] ?? 0),
      0.5,
    );
  return half.at(-1)!.map((_, index) => short(middle(index) / 1_000_000));
}

function head(): string[] {
  return [
    "measure",
    "unit",
    "start",
    "least",
    "most",
    "end",
    "added in the second half",
    "allowed",
    "verdict",
  ];
}

function row(measure: Measure): string[] {
  const { unit, per } = measures[measure];
  const all = samples.map(({ read }: { read: Sample }) => read[measure]);
  const spread = [all[0]!, Math.min(...all), Math.max(...all), all.at(-1)!];
  const found = verdicts[measure];
  return [
    measure,
    unit,
    ...spread.map((value) => short(value / per)),
    ...(found
      ? [short(found.growth / per), short(found.allowed / per), found.flat ? "flat" : "GROWS"]
      : ["", "", "told only"]),
  ];
}

function told(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}
