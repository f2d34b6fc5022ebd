import { csvReport } from "../outcomes/csv-report.ts";
import { at } from "../outcomes/csv-table.ts";
import { refusal, textOf } from "./csv-file.ts";
import { type Program, print } from "./program.ts";
import { counted } from "./text.ts";
import { type Context, withStore } from "./with-store.ts";

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
