import { readFileSync } from "node:fs";
import { at, csvReport } from "../outcomes/csv-report.ts";
import { type Program, print, Refusal } from "./program.ts";
import { counted } from "./text.ts";
import { type Context, withStore } from "./with-store.ts";

/** So many faults are shown; the others are counted. */
const mostShown = 20;

export function addOutcomes(program: Program): void {
  program
    .command("outcomes")
    .description("take in what became of leads at their buyers")
    .command("import")
    .description("add the outcomes of a CSV file, all or none; what is known already is left as it is")
    .argument("<file>")
    .action((file: string) => {
      const { reported, faults } = csvReport(textOf(file));
      if (faults.length > 0) throw refusal(file, faults);
      return withStore((context) => add(context, file, reported));
    });
}

async function add({ store }: Context, file: string, reported: ReturnType<typeof csvReport>["reported"]) {
  const known = new Map<string, boolean>();
  const faults: string[] = [];
  for (const { line, outcome } of reported) {
    const { leadId } = outcome;
    if (!known.has(leadId)) known.set(leadId, (await store.leads.get(leadId)) !== undefined);
    if (!known.get(leadId)) faults.push(at(line, "lead_id", `there is no lead ${leadId}`));
  }
  if (faults.length > 0) throw refusal(file, faults);
  const added = await store.outcomes.add(reported.map(({ outcome }) => outcome));
  await print(`${counted(added, "outcome")} added, ${reported.length - added} known already\n`);
}

function textOf(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8 text" : "cannot be read";
    throw new Refusal(`${file} ${why}.`);
  }
}

function refusal(file: string, faults: readonly string[]): Refusal {
  const shown = faults.slice(0, mostShown);
  if (faults.length > mostShown) shown.push(`and ${faults.length - mostShown} more`);
  return new Refusal([`Nothing of ${file} was added:`, ...shown.map((fault) => `  ${fault}`)].join("\n"));
}
