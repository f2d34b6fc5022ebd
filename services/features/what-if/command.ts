import { type Command, InvalidArgumentError, Option } from "commander";
import { type Gate, readGate } from "../../../machines/features/what-if/gate.ts";
import type { Program } from "../../commands/program.ts";
import { runTool } from "../../commands/run-tool.ts";
import { wholeNumber } from "../../commands/values.ts";

/** The options of what-if, as `describeWhatIf` reads them. */
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

export function addWhatIf(program: Program): void {
  describeWhatIf(program.command("what-if")).action(
    runTool("tools/features/what-if/run.ts", "What-if compares git revisions", "or with --file"),
  );
}

/** Describes both the operators' command and the developers' tool that it starts. */
export function describeWhatIf<Described extends Command>(command: Described): Described {
  return command
    .description(
      "replay recorded visits through surveys as they were and as they are now, charts and rules, and count what changes; nothing personal is shown or written",
    )
    .argument(
      "[survey]",
      "v4nv as it is in the working tree, or v4nv@my-branch; without a survey, or for @my-branch, every survey that the edit may touch",
    )
    .option("--from <revision>", "the project before the edit", "HEAD")
    .addOption(
      new Option(
        "--against <visits>",
        "replay those in the store of DATABASE_URL, in a file, or made-up ones",
      )
        .choices(["production", "file", "seeded"])
        .default("production"),
    )
    .addOption(
      new Option("--file <path>", 'a file with a line {"id", "log"} for each visit').implies({
        against: "file",
      }),
    )
    .option("--sessions <number>", "how many visits to make up", wholeNumber, 10_000)
    .option("--seed <number>", "the same seed makes the same visits", wholeNumber, 1)
    .option(
      "--fail-on <limit...>",
      "end with status 1 if more visits of any survey may change: verdict>0.5%, payload>20",
      gates,
    )
    .option("--resume", "go on where the last run stopped")
    .option("--out <path>", "keep the run of one survey in this file, not in analytics.what-if-folder")
    .option("--json", "print what is kept instead of a summary; of every survey, as a list")
    .hook("preAction", checkOptions);
}

/** Mistakes that Commander does not see; like its own they end with status 2. */
function checkOptions(command: Command): void {
  const { against, file, out } = command.opts<WhatIfOptions>();
  if (file && against !== "file") command.error(`error: --file cannot be combined with --against ${against}`);
  const [survey = ""] = command.args;
  if (survey !== "" && !survey.startsWith("@")) return;
  if (against === "file")
    command.error("error: a file has visits of one survey: name that survey to replay them");
  if (out)
    command.error(
      "error: --out is for one survey: name it, or set analytics.what-if-folder for the runs of all",
    );
}

function gates(text: string, before: Gate[] = []): Gate[] {
  const gate = readGate(text);
  if (!gate) throw new InvalidArgumentError("Write it like verdict>0.5% or payload>20.");
  return [...before, gate];
}
