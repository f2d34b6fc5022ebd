import { Option } from "commander";
import { dayCounter, dayText, monthAt, monthOf, type Period, periodOf } from "../../calendar/days.ts";
import { writeDown } from "../../commands/audit-log.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import { counted, dollars, isoTime, table } from "../../operations/text.ts";
import { byteOrderMark, csvLine, spreadsheetLine } from "../../providers/csv.ts";
import type { SalesFilter } from "./ledger.ts";
import {
  closable,
  closedIn,
  lineColumns,
  lineRows,
  owedBy,
  payoutsTo,
  type Statement,
  unbookedText,
} from "./statements.ts";

const formats = ["csv", "spreadsheet", "json"] as const;
type Days = { from?: string; to?: string; month?: string };
type Given = Days & { format: (typeof formats)[number] };

export function addSales(program: Program): void {
  const sales = program
    .command("sales")
    .description("show what was sold, returned and is owed, and close months");
  withDays(sales.command("list", { isDefault: true }))
    .description("write the lines of the books, the oldest first")
    .option("--buyer <name>", "only those of a buyer")
    .option("--affiliate <id>", "only those of an affiliate")
    .addOption(new Option("--format <format>", "how the lines are written").choices(formats).default("csv"))
    .action((given: Given & Pick<SalesFilter, "buyer" | "affiliate">) =>
      withStore((context) => list(context, given)),
    );
  withDays(sales.command("statement"))
    .description("write what a buyer owes for a time, line by line, less what went back in it")
    .requiredOption("--buyer <name>", "the buyer")
    .action(({ buyer, ...days }: Days & { buyer: string }) =>
      withStore((context) =>
        statement(context, days, (period) => owedBy(context.store.books.ledger, buyer, period)),
      ),
    );
  withDays(sales.command("payout"))
    .description("write what an affiliate gets for a time, line by line")
    .requiredOption("--affiliate <id>", "the affiliate")
    .action(({ affiliate, ...days }: Days & { affiliate: string }) =>
      withStore((context) =>
        statement(context, days, (period) => payoutsTo(context.store.books.ledger, affiliate, period)),
      ),
    );
  sales
    .command("close")
    .description(
      "close a month: its lines never change, and corrections are dated later; without one, list them",
    )
    .argument("[month]", "such as 2026-10")
    .action((month?: string) =>
      withStore((context) => (month ? close(context, month) : closedMonths(context))),
    );
}

function withDays(command: Program): Program {
  return command
    .option("--from <day>", "the first day, in the site's time zone; the first of this month unless told")
    .option("--to <day>", "the last day; today unless told")
    .addOption(new Option("--month <month>", "a month such as 2026-10").conflicts(["from", "to"])) as Program;
}

/** @throws Refusal */
function periodIn({ settings: { siteTimeZone: zone } }: Context, { from, to, month }: Days): Period {
  if (month !== undefined) {
    const period = monthOf(month, zone);
    if (!period) throw new Refusal("A month is written as 2026-10.");
    return period;
  }
  const today = dayText(dayCounter(zone)(Date.now()));
  const period = periodOf(from ?? `${(to ?? today).slice(0, 7)}-01`, to ?? today, zone);
  if (!period) throw new Refusal("Give days such as 2026-10-01, the last one not before the first.");
  return period;
}

async function list(
  context: Context,
  { buyer, affiliate, format, ...days }: Given & Pick<SalesFilter, "buyer" | "affiliate">,
): Promise<void> {
  const { from, until } = periodIn(context, days);
  await catchUp(context);
  const rows = lineRows(context.store.books.ledger, { from, until, buyer, affiliate });
  if (format === "json") {
    for await (const row of rows) await print(`${JSON.stringify(row)}\n`);
    return;
  }
  const lineFor = format === "csv" ? csvLine : spreadsheetLine;
  await print(`${format === "csv" ? "" : byteOrderMark}${lineFor([...lineColumns])}`);
  for await (const row of rows) await print(lineFor(lineColumns.map((name) => row[name])));
}

async function statement(
  context: Context,
  days: Days,
  made: (period: Period) => Promise<Statement>,
): Promise<void> {
  const period = periodIn(context, days);
  await catchUp(context);
  const { party, lines, parts, cents } = await made(period);
  if (lines.length === 0)
    throw new Refusal(
      `The books have no line of ${printable(party)} from ${period.first} to ${period.last}.`,
    );
  const rows = lines.map(({ id, kind, at, leadId, cents, corrects, reason }) => [
    isoTime(at),
    kind,
    leadId,
    id,
    dollars(cents),
    corrects ?? "-",
    printable(reason) || "-",
  ]);
  const sums = parts.map((part) => `${counted(part.lines, part.kind)}: ${dollars(part.cents)}\n`);
  const { months, isWhole } = closedIn(await context.store.books.ledger.closed(), period);
  await print(
    `${printable(party)}, ${period.first} to ${period.last} (${context.settings.siteTimeZone})\n\n`,
  );
  await print(table(["at", "kind", "lead", "line", "amount", "corrects", "why"], rows));
  await print(`\n${sums.join("")}Total: ${dollars(cents)}\n`);
  for (const { month, closedAt } of months) await print(`${month} was closed ${isoTime(closedAt)}.\n`);
  if (months.length > 0 && !isWhole) await print("The rest of this time is not closed.\n");
}

/** Books what is in no book yet, and says what cannot be booked. */
async function catchUp({ store }: Context): Promise<void> {
  const left = (await store.books.ledger.catchUp(true)).filter(({ step }) => step === "books");
  if (left.length > 0) process.stderr.write(`${unbookedText(left)}\n`);
}

/** @throws Refusal for a month that is not over, or whose lines are not those that it was closed with */
async function close(context: Context, text: string): Promise<void> {
  const { store, settings } = context;
  const month = monthOf(text, settings.siteTimeZone);
  if (!month) throw new Refusal("A month is written as 2026-10.");
  if (!closable(month, Date.now())) throw new Refusal(`${text} can be closed ten minutes after it is over.`);
  await writeDown(context, "sales close", [], { about: text });
  const person = process.env.CLAIMPATH_OPERATOR ?? "";
  const closed = await store.books.ledger.close(
    { month: text, begins: month.from, ends: month.until },
    person,
  );
  if ("unbooked" in closed) throw new Refusal(`${text} stays open: ${unbookedText(closed.unbooked)}`);
  if (!(await store.books.ledger.isUnchanged(closed)))
    throw new Refusal(
      `${text} was closed with ${counted(closed.lines, "line")}, and they are others now, or older than keep.sales-years.`,
    );
  await print(`${text} was closed ${isoTime(closed.closedAt)} with ${counted(closed.lines, "line")}.\n`);
}

async function closedMonths({ store, settings }: Context): Promise<void> {
  const rows = (await store.books.ledger.closed()).map(({ month, closedAt, person, lines, digest }) => [
    month,
    isoTime(closedAt),
    printable(person) || "-",
    String(lines),
    digest,
  ]);
  await print(table(["month", "closed", "by", "lines", "digest"], rows));
  await print(`This month is ${monthAt(Date.now(), settings.siteTimeZone)}.\n`);
}
