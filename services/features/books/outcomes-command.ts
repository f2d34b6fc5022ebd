import { dayNumber, dayText } from "../../calendar/days.ts";
import { operatorName, writeDown } from "../../commands/audit-log.ts";
import { refusal, textOf } from "../../commands/csv-file.ts";
import { type Program, print } from "../../commands/program.ts";
import { limitOption } from "../../commands/values.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { counted, dollars, isoTime, table } from "../../operations/text.ts";
import { type KeptOutcome, outcomes } from "../../store/rows.ts";
import { returnsDesk, takeReports } from "./added.ts";
import { countedOnce, csvCosts } from "./csv-costs.ts";
import { at } from "./csv-table.ts";
import { type CsvReport, csvReport, factFaults, reportersOf, sentTo } from "./report.ts";
import { booksText } from "./words.ts";

export function addCosts(program: Program): void {
  program
    .command("costs")
    .description("take in what the sources of visits cost")
    .command("import")
    .description("set the costs of a CSV file: of a source and day the newest file counts")
    .argument("<file>")
    .action((file: string) => {
      const { rows: said, lines, ...read } = csvCosts(textOf(file));
      return withStore(async ({ store }) => {
        const surveys = [...new Set(said.map(({ row }) => row.variant))];
        const kept = (await Promise.all(surveys.map(store.books.costs.ofVariant))).flat();
        const { rows, faults } = countedOnce(said, kept);
        const refused = refusal(file, [...read.faults, ...faults], rows.length, lines - rows.length);
        if (rows.length === 0 && refused) throw refused;
        await writeDown({ store }, "costs import", [], { about: file });
        const changed = await store.books.costs.set(rows.map(({ row }) => row));
        await print(`${counted(changed, "cost")} set, ${rows.length - changed} known already\n`);
        if (refused) throw refused;
      });
    });
}

export function addOutcomes(program: Program): void {
  const command = program.command("outcomes").description("take in what became of leads at their buyers");
  command
    .command("import")
    .description(
      "add the outcomes of a CSV file; what is known already stays as it is, and a wrong line is left out",
    )
    .argument("<file>")
    .option("--replace", "take outcomes that contradict what is known in its place")
    .action((file: string, { replace = false }: { replace?: boolean }) => {
      const text = textOf(file);
      return withStore((context) =>
        add(context, { ...csvReport(text, context.settings.siteTimeZone), file, replace }),
      );
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

type Import = Pick<CsvReport, "reported" | "others" | "faults" | "lines"> & {
  file: string;
  replace: boolean;
};

/** Takes the lines that are right, says what each has changed in the books, and then which lines were left out and why. */
async function add(
  context: Context,
  { file, replace, reported, others, faults, lines }: Import,
): Promise<void> {
  const { settings } = context;
  const reporters = reportersOf(settings);
  const leads = new Map<string, Awaited<ReturnType<typeof leadOf>>>();
  const all = [...faults];
  const right: typeof reported = [];
  for (const each of reported) {
    const { leadId } = each.outcome;
    if (!leads.has(leadId)) leads.set(leadId, await leadOf(context, leadId));
    const known = leads.get(leadId);
    const wrong = known
      ? factFaults(each.outcome, { ...reporters, ...known }, Date.now())
      : [{ field: "lead_id", message: `there is no lead ${leadId}` }];
    all.push(...wrong.map(({ field, message }) => at(each.line, field, message)));
    if (wrong.length === 0) right.push(each);
  }
  await writeDown(context, "outcomes import", [], { about: file });
  const by = { door: "file" as const, person: operatorName() };
  const taken = await takeReports(
    context,
    right.map(({ outcome }) => outcome),
    { replace, by },
  );
  const changed: string[] = [];
  let [added, known, back] = [0, 0, 0];
  for (const [index, { line, outcome }] of right.entries()) {
    const { isNew, contradicts, booked, why } = taken[index]!;
    if (contradicts) {
      const where = right[contradicts.index]?.line;
      const known = `what is known, ${wordsOf(contradicts.other)}; --replace takes its place`;
      all.push(`line ${line}: it contradicts ${where === undefined ? known : `line ${where}`}`);
    } else if (!isNew) known++;
    else {
      added++;
      if (outcome.outcome === "returned") back += booked;
      const isMoney = outcome.outcome === "returned" || outcome.outcome === "paid";
      if (isMoney && why !== null) changed.push(`line ${line}: ${booksText({ booked, why })}\n`);
    }
  }
  for (const { line, said } of others) {
    const other = await said.own.take({ ...context, now: Date.now }, said, by);
    if ("field" in other) all.push(at(line, other.field, other.message));
    else if (other.isNew) added++;
    else known++;
  }
  const refused = refusal(file, all, added + known, lines - added - known);
  if (added + known > 0 || !refused) {
    const given = back > 0 ? `; ${dollars(back)} went back` : "";
    await print(`${counted(added, "outcome")} added, ${known} known already${given}\n${changed.join("")}`);
  }
  if (refused) throw refused;
}

async function leadOf({ store }: Context, id: string) {
  const lead = await store.leads.get(id);
  return lead && { lead, sentTo: sentTo(await store.outbox.list({ leadId: id })) };
}

function amountOf({ amountCents, currency }: KeptOutcome): string {
  return amountCents === null ? "-" : `${(amountCents / 100).toFixed(2)} ${currency}`;
}

function wordsOf(outcome: KeptOutcome): string {
  const { buyer, buyerLeadId } = outcome;
  const parts = [outcome.outcome, `by ${buyer} on ${dayText(outcome.day)}`, amountOf(outcome)];
  return [...parts, buyerLeadId].filter((part) => part !== null && part !== "-").join(" ");
}

async function list({ store }: Context, { lead: leadId, limit }: { lead?: string; limit: number }) {
  const [kept, asked] = await Promise.all([
    store.books.outcomes.list({ leadId, limit }),
    returnsDesk()?.asked(store, { leadId, limit }) ?? [],
  ]);
  const all = [...kept, ...asked].sort((one, other) => other.at - one.at).slice(0, limit);
  const rows = all.map((outcome) => [
    dayText(outcome.day),
    isoTime(outcome.at),
    outcome.leadId,
    outcome.outcome,
    outcome.buyer,
    amountOf(outcome),
    outcome.buyerLeadId ?? "-",
    outcome.reason ?? "-",
    "standing" in outcome ? outcome.standing : booksText(outcome),
  ]);
  const heading = ["day", "at", "lead", "outcome", "buyer", "amount", "its id", "reason", "in the books"];
  await print(table(heading, rows));
}

async function remove(context: Context, [leadId, outcome, day, buyer]: [string, string, string, string]) {
  const number = dayNumber(day);
  const kind = outcomes.find((each) => each === outcome);
  if (!kind || Number.isNaN(number))
    throw new Refusal(`Give an outcome among ${outcomes.join(", ")} and a day.`);
  await writeDown(context, "outcomes remove", [leadId], { about: `${outcome} ${day} ${buyer}` });
  const count = await context.store.books.outcomes.remove({ leadId, outcome: kind, day: number, buyer });
  if (count === 0) throw new Refusal("There is no such outcome: outcomes list shows those that there are.");
  await print(`${counted(count, "outcome")} removed\n`);
}
