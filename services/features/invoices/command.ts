import { Option } from "commander";
import { dayText } from "../../calendar/days.ts";
import { operatorName, writeDown } from "../../commands/audit-log.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { printable } from "../../observe/printable.ts";
import { dollars, table } from "../../operations/text.ts";
import { letterOf } from "./document.ts";
import {
  type Asked,
  demandInvoice,
  drafted,
  makeInvoice,
  type Said,
  type Site,
  sayOf,
  sendLetter,
  takeBack,
  unbilled,
} from "./operations.ts";
import { type InvoiceState, invoiceStates } from "./tables.ts";

type OfDay = { day?: string; note?: string; amount?: string };

export function addInvoices(program: Program): void {
  const invoices = program
    .command("invoices")
    .description("make invoices out of closed months, and note when they are sent and paid");
  invoices
    .command("list", { isDefault: true })
    .description("list invoices, the newest first, and what no invoice has of the closed months")
    .addOption(new Option("--state <state>", "only those in it").choices(invoiceStates))
    .action(({ state }: { state?: InvoiceState }) => onSite((site) => list(site, state)));
  (
    invoices
      .command("make")
      .description("make an invoice out for what a buyer owes; its number is written")
      .requiredOption("--buyer <name>", "the buyer")
      .addOption(
        new Option("--month <month>", "a closed month such as 2026-10").conflicts(["from", "to"]),
      ) as Program
  )
    .option("--from <day>", "or the first day, in the site's time zone")
    .option("--to <day>", "and the last day, both in closed months")
    .action((asked: Asked) => onSite((site, context) => make(site, context, asked)));
  invoices
    .command("show")
    .description("write an invoice as its letter has it")
    .argument("<number>", "such as 2026-0001")
    .action((number: string) =>
      onSite(async (site) => {
        const { document, invoice } = await demandInvoice(site, number);
        await print(letterOf(document, invoice).text);
      }),
    );
  const noted = (kind: Said["kind"], description: string) =>
    invoices
      .command(kind)
      .description(description)
      .argument("<number>", "such as 2026-0001")
      .option("--day <day>", "such as 2026-11-02; today unless told")
      .option("--note <words>", "what to remember of it, without anybody's name");
  noted("sent", "note that an invoice was sent, or send it by a letter")
    .option("--letter", "queue a letter to the buyer's mailboxes, which the running site sends")
    .action((number: string, { letter, ...of }: OfDay & { letter?: true }) =>
      onSite((site, context) =>
        letter ? send(site, context, number) : say(site, context, { ...of, number, kind: "sent" }),
      ),
    );
  noted("paid", "note that an invoice is paid, or a part of it")
    .option("--amount <dollars>", "such as 45.00; all that is open unless told")
    .action((number: string, of: OfDay) =>
      onSite((site, context) => say(site, context, { ...of, number, kind: "paid" })),
    );
  noted("unpaid", "note that the last payment of an invoice did not come after all").action(
    (number: string, of: OfDay) =>
      onSite((site, context) => say(site, context, { ...of, number, kind: "unpaid" })),
  );
  invoices
    .command("void")
    .description("take an invoice back with a credit note, whose number is written")
    .argument("<number>", "such as 2026-0001")
    .requiredOption("--reason <words>", "why, as the credit note says it")
    .action((number: string, { reason }: { reason: string }) =>
      onSite((site, context) => voidOf(site, context, number, reason)),
    );
}

function onSite(task: (site: Site, context: Context) => Promise<void>): Promise<void> {
  return withStore((context) => task({ ...context, now: Date.now }, context));
}

const dayOr = (day: number | null) => (day === null ? "-" : dayText(day));

async function list(site: Site, wanted: InvoiceState | undefined): Promise<void> {
  const all = await site.store.invoices.list();
  const rows = all
    .filter(({ state }) => wanted === undefined || state === wanted)
    .map(({ number, buyer, day, due, cents, open, state, sentDay, paidDay, corrects, voidedBy }) => [
      number,
      printable(buyer),
      dayText(day),
      dayOr(due),
      dollars(cents),
      state === "open" || state === "overdue" ? dollars(open) : "-",
      state,
      dayOr(sentDay),
      dayOr(paidDay),
      corrects ?? voidedBy ?? "-",
    ]);
  await print(
    table(["number", "buyer", "date", "due", "total", "open", "state", "sent", "paid", "of"], rows),
  );
  if (wanted !== undefined) return;
  for (const { buyer, first, last, cents } of await unbilled(site))
    await print(`No invoice has what ${printable(buyer)} owes for ${first} to ${last}: ${dollars(cents)}.\n`);
}

async function make(site: Site, context: Context, asked: Asked): Promise<void> {
  const draft = await drafted(site, asked);
  const { buyer, period, says, warns } = draft;
  await writeDown(context, "invoices make", [], { about: `${buyer} ${period.first} ${period.last}` });
  const number = await makeInvoice(site, draft, operatorName());
  if (warns) process.stderr.write(`${warns}\n`);
  await print(`${number}\n${says[0]}\n`);
}

async function say(
  site: Site,
  context: Context,
  { day = "", note = "", ...said }: Omit<Said, "day" | "note"> & OfDay,
): Promise<void> {
  await demandInvoice(site, said.number);
  await writeDown(context, `invoices ${said.kind}`, [], { about: said.number });
  await sayOf(site, { ...said, day, note }, operatorName());
  await print(`${said.number} is noted as ${said.kind}.\n`);
}

async function send(site: Site, context: Context, number: string): Promise<void> {
  await demandInvoice(site, number);
  await writeDown(context, "invoices letter", [], { about: number });
  await sendLetter(site, number, operatorName());
  await print(`The letter of ${number} is queued.\n`);
}

async function voidOf(site: Site, context: Context, number: string, reason: string): Promise<void> {
  await demandInvoice(site, number);
  await writeDown(context, "invoices void", [], { about: number });
  await print(`${await takeBack(site, number, reason, operatorName())} takes ${number} back.\n`);
}
