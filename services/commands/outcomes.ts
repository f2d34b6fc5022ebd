import { Refusal } from "../operations/refusal.ts";
import { counted, isoTime, table } from "../operations/text.ts";
import { csvCosts, twiceFaults } from "../outcomes/csv-costs.ts";
import { at } from "../outcomes/csv-table.ts";
import { csvReport, factFaults, reportersOf, sentTo } from "../outcomes/report.ts";
import { type KeptOutcome, outcomes } from "../store/rows.ts";
import { Contradicted, type Contradiction } from "../store/sales/outcomes.ts";
import { writeDown } from "./audit-log.ts";
import { refusal, textOf } from "./csv-file.ts";
import { type Program, print } from "./program.ts";
import { limitOption } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

export function addCosts(program: Program): void {
  program
    .command("costs")
    .description("take in what the sources of visits cost")
    .command("import")
    .description("set the costs of a CSV file, all or none: of a source and day the newest file counts")
    .argument("<file>")
    .action((file: string) => {
      const { rows, faults } = csvCosts(textOf(file));
      if (faults.length > 0) throw refusal(file, faults);
      return withStore(async ({ store }) => {
        await writeDown({ store }, "costs import", [], { about: file });
        const surveys = [...new Set(rows.map(({ row }) => row.variant))];
        const kept = (await Promise.all(surveys.map(store.costs.ofVariant))).flat();
        const twice = twiceFaults(rows, kept);
        if (twice.length > 0) throw refusal(file, twice);
        const changed = await store.costs.set(rows.map(({ row }) => row));
        await print(`${counted(changed, "cost")} set, ${rows.length - changed} known already\n`);
      });
    });
}

type Reported = ReturnType<typeof csvReport>["reported"];

export function addOutcomes(program: Program): void {
  const command = program.command("outcomes").description("take in what became of leads at their buyers");
  command
    .command("import")
    .description("add the outcomes of a CSV file, all or none; what is known already is left as it is")
    .argument("<file>")
    .option("--replace", "take outcomes that contradict what is known in its place")
    .action((file: string, { replace = false }: { replace?: boolean }) => {
      const read = csvReport(textOf(file));
      return withStore((context) => add(context, { ...read, file, replace }));
    });
  command
    .command("list")
    .description("list the newest outcomes")
    .option("--lead <id>", "only those of one lead")
    .addOption(limitOption())
    .action((filter: { lead?: string; limit: number }) => withStore((context) => list(context, filter)));
  command
    .command("remove")
    .description("take back what a buyer reported of a lead on a day, as list shows it")
    .argument("<lead-id>")
    .argument("<outcome>")
    .argument("<day>", "such as 2026-01-31")
    .argument("<buyer>")
    .action((...identity: [string, string, string, string]) =>
      withStore((context) => remove(context, identity)),
    );
}

async function add(
  context: Context,
  { file, replace, reported, faults }: ReturnType<typeof csvReport> & { file: string; replace: boolean },
): Promise<void> {
  const { store, settings } = context;
  await writeDown(context, "outcomes import", [], { about: file });
  const reporters = reportersOf(settings);
  const leads = new Map<string, Awaited<ReturnType<typeof leadOf>>>();
  const all = [...faults];
  for (const { line, outcome } of reported) {
    const { leadId } = outcome;
    if (!leads.has(leadId)) leads.set(leadId, await leadOf(context, leadId));
    const known = leads.get(leadId);
    if (!known) all.push(at(line, "lead_id", `there is no lead ${leadId}`));
    else
      for (const { field, message } of factFaults(outcome, { ...reporters, ...known }, Date.now()))
        all.push(at(line, field, message));
  }
  const said = reported.map(({ outcome }) => outcome);
  const contradicted = (contradictions: readonly Contradiction[]) =>
    contradictions.map((each) => contradictionText(each, reported));
  if (!replace) all.push(...contradicted(await store.outcomes.contradictions(said)));
  if (all.length > 0) throw refusal(file, all);
  let added: number;
  try {
    added = await store.outcomes.add(said, { replace });
  } catch (error) {
    if (!(error instanceof Contradicted)) throw error;
    throw refusal(file, contradicted(error.all));
  }
  await print(`${counted(added, "outcome")} added, ${reported.length - added} known already\n`);
}

async function leadOf({ store }: Context, id: string) {
  const lead = await store.leads.get(id);
  return lead && { lead, sentTo: sentTo(await store.outbox.list({ leadId: id })) };
}

function contradictionText({ said, kept }: Contradiction, reported: Reported): string {
  const lineOf = (outcome: KeptOutcome) => reported.find((each) => each.outcome === outcome)?.line;
  const before = lineOf(kept);
  const where =
    before === undefined ? `what is known, ${wordsOf(kept)}; --replace takes its place` : `line ${before}`;
  return `line ${lineOf(said)}: it contradicts ${where}`;
}

function amountOf({ amountCents, currency }: KeptOutcome): string {
  return amountCents === null ? "-" : `${(amountCents / 100).toFixed(2)} ${currency}`;
}

function wordsOf(outcome: KeptOutcome): string {
  const { buyer, buyerLeadId } = outcome;
  const parts = [outcome.outcome, `by ${buyer} on ${isoTime(outcome.at).slice(0, 10)}`, amountOf(outcome)];
  return [...parts, buyerLeadId].filter((part) => part !== null && part !== "-").join(" ");
}

async function list({ store }: Context, { lead: leadId, limit }: { lead?: string; limit: number }) {
  const rows = (await store.outcomes.list({ leadId, limit })).map((outcome) => [
    isoTime(outcome.at),
    outcome.leadId,
    outcome.outcome,
    outcome.buyer,
    amountOf(outcome),
    outcome.buyerLeadId ?? "-",
  ]);
  await print(table(["at", "lead", "outcome", "buyer", "amount", "its id"], rows));
}

async function remove(context: Context, [leadId, outcome, day, buyer]: [string, string, string, string]) {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  const kind = outcomes.find((each) => each === outcome);
  if (!kind || Number.isNaN(time))
    throw new Refusal(`Give an outcome among ${outcomes.join(", ")} and a day.`);
  await writeDown(context, "outcomes remove", [leadId], { about: `${outcome} ${day} ${buyer}` });
  const count = await context.store.outcomes.remove({ leadId, outcome: kind, at: time, buyer });
  if (count === 0) throw new Refusal("There is no such outcome: outcomes list shows those that there are.");
  await print(`${counted(count, "outcome")} removed\n`);
}
