import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { variants } from "../../../machines/registry.ts";
import type { Program } from "../../commands/program.ts";
import { runTool } from "../../commands/run-tool.ts";
import { wholeNumber } from "../../commands/values.ts";

/** The options of a rehearsal, as `describeRehearsal` reads them. */
export type RehearsalOptions = {
  people: number;
  seed: number;
  from: string;
  to?: string;
  survey?: string;
  keep?: string;
};

export function addRehearse(program: Program): void {
  describeRehearsal(program.command("rehearse")).action(
    runTool("tools/features/rehearsal/run.ts", "A rehearsal builds git revisions"),
  );
}

/** Describes both the operators' command and the tool that it starts. */
export function describeRehearsal<Described extends Command>(command: Described): Described {
  return command
    .description(
      "have people who never were walk a release before it ships, with stub buyers and in simulated time, and say what differs from what the running release does with the same people",
    )
    .requiredOption(
      "--people <number>",
      "how many, made from how often recorded visitors take each way",
      wholeNumber,
    )
    .option("--seed <number>", "the same seed makes the same people", wholeNumber, 1)
    .option("--from <revision>", "the release that runs", "HEAD")
    .option(
      "--to <revision>",
      "the release before it ships; edit is the working tree, and without it the running release walks against itself",
    )
    .option("--survey <code>", "people of one survey alone", surveyCode)
    .option(
      "--keep <file>",
      "keep the store that they leave behind in the release before it ships, to look at",
      newFile,
    );
}

function surveyCode(text: string): string {
  if (!variants.has(text)) throw new InvalidArgumentError("There is no such survey.");
  return text;
}

/** What somebody has already is not replaced. */
function newFile(text: string): string {
  if (existsSync(text)) throw new InvalidArgumentError("There is such a file already.");
  if (!existsSync(dirname(text))) throw new InvalidArgumentError("There is no such folder.");
  return text;
}
