/**
 * `npm run lab -- soak --minutes 60 --visitors 60 --store sqlite`: the site under a steady rate of visitors, to see
 * whether it comes to rest. Ends with 1 when something grew, a worker ended or a visitor was let down.
 */
import { InvalidArgumentError, Option } from "commander";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { markdownTable } from "../../../test/support/tables.ts";
import { machine, quantile, short, writeJson } from "../../bench/report.ts";
import { lab } from "../../tool.ts";
import { type Measure, measures, type Sample, soak, stores, type Verdict, verdict } from "./soak.ts";

const file = "test/output/soak.json";

const program = lab(
  "soak",
  `Serves visitors at a steady rate and says whether memory, files and times come to rest.
Ends with status 1 when something grew, a worker ended or a visitor was let down. Writes test/output/soak.json.`,
)
  .option("--minutes <number>", "how long, from 6 to 10000", between(6, 10_000), 60)
  .option("--visitors <number>", "visitors a minute", between(1, 100_000), 60)
  .addOption(new Option("--store <store>", "the database").choices(Object.keys(stores)).default("sqlite"))
  .option("--workers <number>", "processes of the site; more than one needs postgresql", between(1, 64), 1)
  .parse();
type Asked = Record<"minutes" | "visitors" | "workers", number>;
const { store, ...asked } = program.opts<Asked & { store: keyof typeof stores }>();
const { minutes, visitors, workers } = asked;
if (store === "sqlite" && workers > 1) program.error("more than one worker needs --store postgresql");

ensureBuilt();
const { cpu, cores, node, load } = machine();
console.log(`${store}, ${minutes} minutes, ${visitors} visitors a minute, WORKERS=${workers}.`);
console.log(`${cpu}, ${cores} cores, Node ${node}, load ${load} at the start.\n`);
const soaked = await soak(stores[store], asked);
const { samples, done, wrong, repeats, failures, leads } = soaked;

const head = ["measure", "unit", "start", "least", "most", "end"];
const judgement = ["added in the second half", "allowed", "verdict"];
const measured = Object.keys(measures) as Measure[];
const verdicts = Object.fromEntries(measured.map((measure) => [measure, judged(measure)]));
console.log(`${markdownTable([[...head, ...judgement], ...measured.map(row)])}\n`);
console.log(`Memory of each process in the second half, MB: ${memories().join(", ")}.`);
console.log(`Visits as they should be: ${listed(done)}; leads in the store: ${leads}.`);
console.log(`Sent again because the store was busy: ${repeats}.`);
console.log(
  `Let down: ${listed(wrong) || "nobody"}. What the site logged as failed: ${listed(failures) || "nothing"}.`,
);
writeJson(file, [{ soak: store, ...asked, ...soaked, verdicts }]);
console.log(`Every sample as JSON: ${file}`);

const isCalm = Object.values(verdicts).every((found) => found?.flat !== false);
process.exitCode = isCalm && Object.keys(wrong).length === 0 ? 0 : 1;

function between(least: number, most: number) {
  return (text: string) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

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
  return half.at(-1)!.map((_, index) => {
    const ofOne = half.map((memories) => memories[index] ?? 0);
    return short(quantile(ofOne, 0.5) / 1_000_000);
  });
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
      : ["", "", "shown only"]),
  ];
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}
