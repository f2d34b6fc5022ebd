/** `npm run tool -- what-if v4nv`: recorded visits through an edited chart and its rules, before they ship. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { addVisit, emptyTally } from "../../machines/what-if/tally.ts";
import { print, Refusal, run } from "../../services/commands/program.ts";
import { wholeNumber } from "../../services/commands/values.ts";
import { withStore } from "../../services/commands/with-store.ts";
import { root } from "../graphs/root.ts";
import { tool } from "../tool.ts";
import { type Gate, isBroken, readGate } from "./gate.ts";
import { type Report, summaryOf } from "./summary.ts";
import { type Recorded, seededVisits, storedVisits, visitsInFile } from "./visits.ts";
import { type SiteRules, worldAt } from "./worlds.ts";

type Options = {
  from: string;
  against: "production" | "file" | "seeded";
  file?: string;
  sessions: number;
  seed: number;
  failOn?: Gate[];
  resume?: true;
  out?: string;
  json?: true;
};

/** The rules of a site that sets none. */
const usualRules: SiteRules = { forceEarlyTreatment: true, partialFaultStates: [], reservedSurnames: [] };

/** How often progress is said, and kept in the file, in milliseconds. */
const [saidEvery, keptEvery] = [2_000, 10_000];

const program = tool(
  "what-if",
  `Replays recorded visits through a survey as it was and as it is now, chart and rules, and says for how many what changes.
Nothing personal is shown or written.`,
)
  .argument("<survey>", "the edited one: v4nv for the working tree, v4nv@my-branch for a revision")
  .option("--from <revision>", "what runs today", "HEAD")
  .addOption(
    new Option("--against <visits>", "visits of the store, of a file, or made up")
      .choices(["production", "file", "seeded"])
      .default("production"),
  )
  .option("--file <path>", 'lines of {"id", "log"}, for --against file')
  .option("--sessions <number>", "how many are made up", wholeNumber, 10_000)
  .option("--seed <number>", "the same seed makes the same visits", wholeNumber, 1)
  .option("--fail-on <limit...>", "end with status 1 where more may change: verdict>0.5%, payload>20", gates)
  .option("--resume", "go on where the last run with this file stopped")
  .option("--out <path>", "the file that the run is kept in; test/output/what-if/<survey>.json")
  .option("--json", "print the file in place of the summary")
  .action(whatIf);
await run(program);

function gates(text: string, before: Gate[] = []): Gate[] {
  const gate = readGate(text);
  if (!gate) throw new InvalidArgumentError("Write it like verdict>0.5% or payload>20.");
  return [...before, gate];
}

async function whatIf(survey: string, options: Options): Promise<void> {
  const [, code = "", revision] = /^([^@]+)(?:@(.+))?$/s.exec(survey) ?? [];
  if (options.against === "seeded") return replay(code, revision, options, usualRules, {});
  if (options.against === "file") {
    if (!options.file || !existsSync(options.file))
      throw new Refusal("Name the file of the visits with --file.");
    return replay(code, revision, options, usualRules, {});
  }
  return withStore(({ store, settings }) =>
    replay(code, revision, options, settings as never, settings, store),
  );
}

async function replay(
  code: string,
  revision: string | undefined,
  options: Options,
  rules: SiteRules,
  settings: Parameters<typeof addVisit>[3],
  store?: Parameters<typeof storedVisits>[0],
): Promise<void> {
  const before = await worldAt(code, options.from, rules);
  const after = await worldAt(code, revision, rules);
  const file = options.out ?? join(root, "test/output/what-if", `${code}.json`);
  const about = {
    code,
    before: options.from,
    after: revision ?? "working tree",
    visitsOf: visitsInWords(options),
  };
  const kept =
    options.resume && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  if (kept && JSON.stringify({ ...kept, ...about }) !== JSON.stringify(kept)) {
    throw new Refusal(`${file} is of another comparison.`);
  }
  const report: Report = kept ?? { ...about, last: "", isWhole: false, tally: emptyTally() };
  const { tally } = report;
  const visits: AsyncIterable<Recorded> = store
    ? storedVisits(store, code, report.last)
    : options.file && options.against === "file"
      ? visitsInFile(options.file, report.last)
      : seededVisits(before.variant, options, report.last);
  const worlds = { before: before.world, after: after.world };
  const keep = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report)}\n`);
  };
  let isStopped = false;
  process.once("SIGINT", () => {
    isStopped = true;
  });
  const [began, read] = [Date.now(), tally.visits];
  let [saidAt, keptAt] = [began, began];
  for await (const visit of visits) {
    try {
      addVisit(tally, worlds, visit, settings);
    } catch {
      tally.failed += 1;
    }
    report.last = visit.id;
    const now = Date.now();
    if (now - saidAt > saidEvery) {
      const pace = Math.round((1000 * (tally.visits - read)) / (now - began));
      process.stderr.write(`${tally.visits.toLocaleString("en-US")} visits, ${pace} a second\n`);
      saidAt = now;
    }
    if (now - keptAt > keptEvery) {
      keep();
      keptAt = now;
      // Ctrl+C is heard between two visits.
      await new Promise(setImmediate);
    }
    if (isStopped) break;
  }
  report.isWhole = !isStopped;
  keep();
  await print(options.json ? `${JSON.stringify(report, null, 2)}\n` : summaryOf(report));
  const broken = (options.failOn ?? []).filter((gate) => isBroken(gate, tally));
  for (const { kind, limit, isShare } of broken) {
    process.stderr.write(`More visits may change than allowed: ${kind}>${limit}${isShare ? "%" : ""}.\n`);
  }
  if (broken.length > 0) process.exitCode = 1;
  else if (isStopped) process.exitCode = 130;
}

function visitsInWords({ against, sessions, seed, file }: Options): string {
  if (against === "seeded") return `visits made up with seed ${seed} (${sessions})`;
  return against === "file" ? `visits of ${file}` : "recorded visits";
}
