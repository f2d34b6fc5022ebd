import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Gate, readGate } from "../../machines/what-if/gate.ts";
import { type Program, Refusal } from "./program.ts";
import { wholeNumber } from "./values.ts";

/** What a run of what-if is asked for, as `describeWhatIf` reads it. */
export type WhatIfOptions = {
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

const root = join(import.meta.dirname, "../..");
const tool = "tools/what-if/run.ts";
/** Charts at other revisions come from git, and are read by TypeScript's parser. */
const needed = [".git", "node_modules/typescript", tool];

export function addWhatIf(program: Program): void {
  describeWhatIf(program.command("what-if")).action(runTool);
}

/** Gives the command of the operators and the developers' tool, which it starts, the same words and options. */
export function describeWhatIf<Described extends Command>(command: Described): Described {
  return command
    .description(
      `replay recorded visits through a survey as it was and as it is now, chart and rules, and say for how many what changes; nothing personal is shown or written`,
    )
    .argument("<survey>", "the edited one: v4nv for the working tree, v4nv@my-branch for a revision")
    .option("--from <revision>", "what runs today", "HEAD")
    .addOption(
      new Option("--against <visits>", "visits of the store of DATABASE_URL, of a file, or made up")
        .choices(["production", "file", "seeded"])
        .default("production"),
    )
    .option("--file <path>", 'lines of {"id", "log"}, for --against file')
    .option("--sessions <number>", "how many are made up", wholeNumber, 10_000)
    .option("--seed <number>", "the same seed makes the same visits", wholeNumber, 1)
    .option(
      "--fail-on <limit...>",
      "end with status 1 where more may change: verdict>0.5%, payload>20",
      gates,
    )
    .option("--resume", "go on where the last run with this file stopped")
    .option(
      "--out <path>",
      "the file that the run is kept in; where the site shows it, data/what-if/<survey>.json",
    )
    .option("--json", "print the file in place of the summary");
}

function gates(text: string, before: Gate[] = []): Gate[] {
  const gate = readGate(text);
  if (!gate) throw new InvalidArgumentError("Write it like verdict>0.5% or payload>20.");
  return [...before, gate];
}

/** The tool is a process of its own: nothing that runs in production is made of the developers' packages. */
async function runTool(_survey: string, _options: WhatIfOptions, command: Command): Promise<void> {
  if (!needed.every((path) => existsSync(join(root, path)))) {
    throw new Refusal(
      "What-if compares git revisions, so it needs a clone of the project with its development packages: run it there, with this site's DATABASE_URL or with --against file.",
    );
  }
  const given = command.parent?.args.slice(1) ?? [];
  const child = spawn(process.execPath, [join(root, tool), ...given], { stdio: "inherit" });
  // A terminal interrupts both: the tool ends first, and says how.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [status] = await once(child, "exit");
  process.exitCode = status ?? 1;
}
