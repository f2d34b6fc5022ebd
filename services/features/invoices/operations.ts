import { randomUUID } from "node:crypto";
import { dayCounter, dayNumber, dayText, type Period, periodOf } from "../../calendar/days.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import { centsIn, counted, dollars, impersonal } from "../../operations/text.ts";
import { takesSentence } from "../../providers/route.ts";
import type { Settings } from "../../settings/env.ts";
import type { InvoiceMark } from "../../store/feature-rows.ts";
import { type ClosedMonth, isSame } from "../../store/sales/ledger-lines.ts";
import type { Store } from "../../store/store.ts";
import { letterMs } from "../books/letters.ts";
import { closedIn, owedBy } from "../books/statements.ts";
import type { Figure } from "../feature.ts";
import { type Draft, draftOf, letterOf, takenBack } from "./document.ts";
import { billedAt, invoiceSettings } from "./section.ts";
import { type Invoice, letterPrefix, type NotDone } from "./tables.ts";

/** What commands and pages do with invoices, alike. Each throws a Refusal of one sentence where it cannot be done. */
export type Site = {
  store: Pick<Store, "books" | "invoices" | "termsInForce">;
  settings: Pick<Settings, "sections" | "siteTimeZone" | "destinations">;
  now: () => number;
};

/** A buyer's days, as a person gives them: a month, or the first and the last day. */
export type Asked = { buyer: string; month?: string; from?: string; to?: string };

/** In UTF-16 units. */
export const longestNote = 200;

/** An invoice before it has a number. `says`: what it comes to, in sentences; `warns`: what it lacks, or ''. */
export type Drafted = { buyer: string; period: Period; draft: Draft; says: readonly string[]; warns: string };

/** What an invoice would say. @throws Refusal */
export async function drafted({ store, settings }: Site, asked: Asked): Promise<Drafted> {
  const own = invoiceSettings(settings);
  if (!own) throw new Refusal("An invoice needs your address: the section invoices of claimpath.yaml.");
  const { ledger } = store.books;
  const months = await ledger.closed();
  const period = periodAsked(asked, months, settings.siteTimeZone);
  const { months: its, isWhole } = closedIn(months, period);
  if (!isWhole)
    throw new Refusal(
      `${period.first} to ${period.last} is not closed: an invoice has lines that never change. Close the month first.`,
    );
  for (const month of its)
    if (!(await ledger.isUnchanged(month)))
      throw new Refusal(
        `The lines of ${month.month} are not those that it was closed with, or older than keep.sales-years.`,
      );
  const { buyers } = await ledger.names({});
  const buyer = buyers.find((name) => isSame(name, asked.buyer));
  const statement = await owedBy(ledger, buyer ?? "", period);
  if (buyer === undefined || statement.lines.length === 0)
    throw new Refusal(
      `The books have no line of ${printable(asked.buyer)} from ${period.first} to ${period.last}.`,
    );
  const declared = settings.destinations.find(({ name }) => isSame(name, buyer));
  const sentence = declared && takesSentence(declared, await store.termsInForce.all(), true);
  const draft = draftOf(statement, period, own, settings.siteTimeZone, sentence);
  const words = statement.parts.map(({ kind, lines, cents }) => `${counted(lines, kind)} ${dollars(cents)}`);
  const tax = draft.tax ? `, with ${draft.tax.name} ${dollars(draft.tax.cents)}` : "";
  return {
    buyer,
    period,
    draft,
    says: [
      `${draft.title} to ${printable(buyer)} for ${period.first} to ${period.last}: ${dollars(draft.total)}${tax}.`,
      `The books have ${words.join(", ")}.`,
      `It is dated ${dayText(store.invoices.today())}${draft.total > 0 ? ` and due ${counted(own["due-days"], "day")} later` : ""}.`,
      "It gets the next number, and what it says never changes; a credit note can take it back.",
    ],
    warns: billedAt(own, buyer)
      ? ""
      : `invoices.buyers has no address of ${printable(buyer)}: only its name stands there.`,
  };
}

/** A closed month is as it was closed, whatever the time zone is now. @throws Refusal */
function periodAsked(
  { month, from = "", to = "" }: Asked,
  closed: readonly ClosedMonth[],
  zone: string,
): Period {
  if (month !== undefined) {
    const found = closed.find((each) => each.month === month);
    if (!found) throw new Refusal(`${printable(month)} is not a closed month; it is written as 2026-10.`);
    const { begins, ends } = found;
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    return { first: `${month}-01`, last: `${month}-${last}`, from: begins, until: ends };
  }
  const period = periodOf(from, to, zone);
  if (!period)
    throw new Refusal(
      "Give a month such as 2026-10, or days such as 2026-10-01, the last one not before the first.",
    );
  return period;
}

/** Makes an invoice out. @returns its number @throws Refusal */
export async function makeInvoice(
  site: Site,
  { buyer, period, draft }: Drafted,
  person: string,
): Promise<string> {
  const own = invoiceSettings(site.settings)!;
  return numberOf(
    await site.store.invoices.make({
      buyer,
      begins: period.from,
      ends: period.until,
      person,
      once: randomUUID(),
      prefix: own.prefix,
      dueDays: own["due-days"],
      draft,
    }),
  );
}

/** Takes an invoice back with a credit note. @returns that one's number @throws Refusal */
export async function takeBack(site: Site, number: string, reason: string, person: string): Promise<string> {
  const { document } = await demandInvoice(site, number);
  const why = noteIn(reason);
  if (why === "") throw new Refusal("Say why: the buyer will ask.");
  const prefix = invoiceSettings(site.settings)?.prefix ?? "";
  const made = { person, once: randomUUID(), prefix, dueDays: 0, draft: takenBack(document, why) };
  return numberOf(await site.store.invoices.takeBack(number, made));
}

function numberOf(done: { number: string } | NotDone): string {
  if ("refused" in done) throw new Refusal(done.refused);
  return done.number;
}

/** An invoice with all that is known of it. @throws Refusal */
export async function demandInvoice({ store }: Pick<Site, "store">, number: string) {
  const found = await store.invoices.get(number);
  if (!found) throw new Refusal(`There is no invoice ${printable(number.slice(0, 40))}.`);
  return found;
}

/** A note is kept for years, and is to name nobody. @throws Refusal */
function noteIn(text: string): string {
  const note = impersonal(text.trim());
  if (note.length > longestNote) throw new Refusal(`A note has at most ${longestNote} characters.`);
  return note;
}

/**
 * What a person says of an invoice. `day`: such as 2026-11-02; today, where it is ''. `amount`: dollars and cents that were
 * paid; all that is open, where it is ''.
 */
export type Said = {
  number: string;
  kind: Extract<InvoiceMark["kind"], "sent" | "paid" | "unpaid">;
  day: string;
  note: string;
  amount?: string;
};

/** @throws Refusal */
export async function sayOf(
  { store }: Site,
  { number, kind, day, note, amount = "" }: Said,
  person: string,
): Promise<void> {
  const on = day === "" || kind === "unpaid" ? store.invoices.today() : dayNumber(day);
  if (Number.isNaN(on)) throw new Refusal("Use a day such as 2026-10-31.");
  const cents = amount.trim() === "" || kind !== "paid" ? null : centsIn(amount);
  if (cents === undefined) throw new Refusal("Use dollars and cents, such as 45.00.");
  const mark = { id: randomUUID(), number, kind, day: on, cents, person, remark: noteIn(note) };
  const done = await store.invoices.mark(mark);
  if (done) throw new Refusal(done.refused);
}

/** The mailboxes that an invoice's letter goes to; undefined: nobody's, or there is no mail server. */
export function mailboxesFor(
  settings: Site["settings"],
  { buyer }: Pick<Invoice, "buyer">,
): string[] | undefined {
  const own = invoiceSettings(settings);
  const hasServer = settings.destinations.some(({ kind }) => kind === "email");
  return own && hasServer ? billedAt(own, buyer)?.mail : undefined;
}

/** Queues an invoice's letter, once. @throws Refusal */
export async function sendLetter(site: Site, number: string, person: string): Promise<void> {
  const { store, settings, now } = site;
  const { invoice, document } = await demandInvoice(site, number);
  const to = mailboxesFor(settings, invoice);
  if (!to)
    throw new Refusal(
      `invoices.buyers has no mail of ${printable(invoice.buyer)}, or no destination of kind email has a mail server.`,
    );
  const name = `${letterPrefix}${invoice.number}`;
  const letter = {
    id: name,
    destination: name,
    at: now(),
    body: JSON.stringify({ to, ...letterOf(document, invoice) }),
  };
  const remark = `to ${to.join(", ")}`;
  const mark = { id: randomUUID(), number: invoice.number, kind: "letter" as const, person, remark };
  const done = await store.invoices.mark({ ...mark, cents: null, day: store.invoices.today() }, letter);
  if (done) throw new Refusal(done.refused);
}

/** Whether no mail server has taken a letter in time, so that nobody tries any more. */
export const isGivenUp = ({ letterAt }: Pick<Invoice, "letterAt">, now: number) =>
  letterAt !== null && now - letterAt > letterMs;

/** What is overdue, and what no mail server took, for the page Health. */
export function figuresOf(all: readonly Invoice[], now: number): Figure[] {
  const overdue = all.filter(({ state }) => state === "overdue");
  const lost = all.filter((each) => isGivenUp(each, now));
  const sum = dollars(overdue.reduce((cents, { open }) => cents + open, 0));
  const says = [
    ...(overdue.length > 0 ? [`${overdue.length} overdue, ${sum}`] : []),
    ...(lost.length > 0 ? [`not sent: ${lost.map(({ number }) => number).join(", ")}`] : []),
  ];
  if (says.length === 0) return [];
  const href = `/console/invoices${overdue.length > 0 ? "?state=overdue" : ""}`;
  return [{ name: "Invoices", value: says.join("; "), isBad: true, href }];
}

/** What no invoice has of a buyer's lines in a closed month. `month`: where it is all of it. */
export type Unbilled = {
  buyer: string;
  first: string;
  last: string;
  month: string | undefined;
  lines: number;
  cents: number;
};

/** How many closed months are looked through. */
const monthsBack = 13;

type Owed = { buyer: string; lines: number; cents: number };
/** What buyers owe for closed months, which never changes; by store, and by the check sum of a month's lines. */
const owedInMonths = new WeakMap<object, Map<string, Owed[]>>();

/** What is still to be made out of the closed months, the newest first. */
export async function unbilled({
  store,
  settings: { siteTimeZone },
}: Omit<Site, "now">): Promise<Unbilled[]> {
  const { ledger } = store.books;
  const known = owedInMonths.get(ledger) ?? new Map<string, Owed[]>();
  owedInMonths.set(ledger, known);
  const [closed, invoices] = await Promise.all([ledger.closed(), store.invoices.list()]);
  const standing = invoices.filter(({ state }) => state !== "void" && state !== "credit note");
  const dayOf = dayCounter(siteTimeZone);
  const found: Unbilled[] = [];
  for (const { month, begins, ends, digest } of closed.slice(0, monthsBack)) {
    const key = `${month} ${digest}`;
    const owed = known.get(key) ?? (await owedIn(ledger, { from: begins, until: ends }));
    known.set(key, owed);
    for (const { buyer, lines, cents } of owed) {
      const its = standing.filter(
        (each) => isSame(each.buyer, buyer) && each.begins < ends && each.ends > begins,
      );
      if (its.length === 0) {
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
        found.push({ buyer, lines, cents, month, first: `${month}-01`, last: `${month}-${last}` });
        continue;
      }
      for (const gap of gapsIn({ from: begins, until: ends }, its)) {
        const [left] = (await owedIn(ledger, gap)).filter((each) => isSame(each.buyer, buyer));
        const days = { first: dayText(dayOf(gap.from)), last: dayText(dayOf(gap.until - 1)) };
        if (left) found.push({ ...left, ...days, month: undefined });
      }
    }
  }
  return found;
}

/** By buyer, however its name is written; in the order of names. */
async function owedIn(
  ledger: Store["books"]["ledger"],
  time: Pick<Period, "from" | "until">,
): Promise<Owed[]> {
  const sums = await ledger.sums({ ...time, parts: ["price", "back"] });
  const owed = new Map<string, Owed>();
  for (const { buyer, lines, cents } of sums) {
    const before = owed.get(buyer.toLowerCase()) ?? { buyer, lines: 0, cents: 0 };
    owed.set(buyer.toLowerCase(), {
      buyer: before.buyer,
      lines: before.lines + lines,
      cents: before.cents + cents,
    });
  }
  return [...owed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** The parts of a time that no invoice has. */
function gapsIn(
  { from, until }: Pick<Period, "from" | "until">,
  invoices: readonly Pick<Invoice, "begins" | "ends">[],
) {
  const gaps: { from: number; until: number }[] = [];
  let at = from;
  for (const { begins, ends } of [...invoices].sort((one, other) => one.begins - other.begins)) {
    if (begins > at) gaps.push({ from: at, until: begins });
    at = Math.max(at, ends);
  }
  if (at < until) gaps.push({ from: at, until });
  return gaps;
}
