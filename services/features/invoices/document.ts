import { dayCounter, dayInWords, dayNumber, dayText, type Period } from "../../calendar/days.ts";
import { printable } from "../../observe/printable.ts";
import { dollars } from "../../operations/text.ts";
import type { SalesLine } from "../../store/sales/ledger-lines.ts";
import type { Statement } from "../books/statements.ts";
import { billedAt, type InvoiceSettings } from "./section.ts";

/** One row: what it counts, how many, and cents of one where all cost the same. */
type Row = { text: string; count: number; each: number | null; cents: number };

/**
 * An invoice or a credit note as it was made out; it is kept so, whatever changes later. It names no lead and no person.
 * Days are numbers since 1970, money is cents of US dollars. `first`, `last`: the days that it is about; `takesBack`: the
 * invoice that a credit note takes back, and why.
 */
export type InvoiceDocument = {
  title: "Invoice" | "Credit note";
  number: string;
  day: number;
  due: number | null;
  from: readonly string[];
  to: readonly string[];
  first: string;
  last: string;
  zone: string;
  rows: readonly Row[];
  net: number;
  tax: { name: string; percent: number; cents: number } | null;
  total: number;
  payment: readonly string[];
  takesBack: { number: string; reason: string } | null;
  /** What the buyer takes, in one sentence, as it was agreed when this was made out; older ones have none. */
  terms?: string;
};

/** What a document says before it has a number and a day. */
export type Draft = Omit<InvoiceDocument, "number" | "day" | "due">;

const kinds: Record<Exclude<SalesLine["kind"], "payout">, string> = {
  sale: "Leads",
  correction: "Corrections",
  return: "Returned leads",
  credit: "Credits",
};

/** An invoice of what the books say that a buyer owes for some days; a credit note where more went back than was sold. */
export function draftOf(
  { party, lines, cents: net }: Statement,
  { first, last }: Pick<Period, "first" | "last">,
  settings: InvoiceSettings,
  zone: string,
  terms: string | undefined,
): Draft {
  const { from, payment = [], rows: by } = settings;
  const tax = settings.tax ? { ...settings.tax, cents: taxOn(net, settings.tax.percent) } : null;
  return {
    title: net < 0 ? "Credit note" : "Invoice",
    from,
    to: billedAt(settings, party)?.address ?? [printable(party)],
    first,
    last,
    zone,
    rows: rowsOf(lines, by, zone),
    net,
    tax,
    total: net + (tax?.cents ?? 0),
    payment,
    takesBack: null,
    ...(terms !== undefined && { terms }),
  };
}

/** Rounded to the cent, away from zero at the half, so that what is taken back has the same tax. */
const taxOn = (net: number, percent: number) =>
  Math.sign(net) * Math.round((Math.abs(net) * Math.round(percent * 1_000)) / 100_000) || 0;

/** By kind and day, or kind and survey: sales first, then what was corrected, returned and credited. */
function rowsOf(lines: readonly SalesLine[], by: InvoiceSettings["rows"], zone: string): Row[] {
  const dayOf = dayCounter(zone);
  return Object.entries(kinds).flatMap(([kind, text]) => {
    const groups = new Map<string, SalesLine[]>();
    for (const line of lines.filter((each) => each.kind === kind)) {
      const key = by === "day" ? dayText(dayOf(line.at)) : line.survey;
      const group = groups.get(key) ?? [];
      group.push(line);
      groups.set(key, group);
    }
    return [...groups]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, of]) => {
        const about = by === "day" ? dayInWords(dayNumber(key)) : key ? `survey ${key}` : "no survey";
        const [{ cents: first }] = of as [SalesLine, ...SalesLine[]];
        const isOne = of.every(({ cents }) => cents === first);
        const cents = of.reduce((sum, line) => sum + line.cents, 0);
        return { text: `${text}, ${about}`, count: of.length, each: isOne ? first : null, cents };
      });
  });
}

/** What takes an invoice back: the same money, the other way round. */
export function takenBack(invoice: InvoiceDocument, reason: string): Draft {
  const { number, net, tax, total, from, to, first, last, zone, title } = invoice;
  return {
    title: "Credit note",
    from,
    to,
    first,
    last,
    zone,
    rows: [{ text: `${title} ${number}, taken back`, count: 1, each: -net || 0, cents: -net || 0 }],
    net: -net || 0,
    tax: tax && { ...tax, cents: -tax.cents || 0 },
    total: -total || 0,
    payment: [],
    takesBack: { number, reason },
  };
}

type Cells = [text: string, count: string, each: string, amount: string];

/** What has come of a document's money so far, in cents. */
type Standing = { paid: number; open: number };

/**
 * A document's parts in words, in the order in which they stand on paper, for the page and the letter.
 * @param standing what a part of it was paid with is said below the total
 */
export function inWords(document: InvoiceDocument, { paid, open }: Standing = { paid: 0, open: 0 }) {
  const { title, number, day, due, first, last, net, tax, total, takesBack } = document;
  const days =
    first === last
      ? dayInWords(dayNumber(first))
      : `${dayInWords(dayNumber(first))} to ${dayInWords(dayNumber(last))}`;
  const facts: [string, string][] = [
    ["Date", dayInWords(day)],
    ...(due === null ? [] : [["Due", dayInWords(due)] as [string, string]]),
    ["For", days],
    ...(takesBack
      ? ([
          ["Takes back", takesBack.number],
          ["Because", takesBack.reason],
        ] as [string, string][])
      : []),
  ];
  const sums: [string, string][] = [
    ...(tax
      ? ([
          ["Before tax", dollars(net)],
          [`${tax.name} (${tax.percent} %)`, dollars(tax.cents)],
        ] as [string, string][])
      : []),
    [total < 0 ? "Total to your credit" : "Total", dollars(total)],
    ...(paid > 0
      ? ([
          ["Paid", dollars(-paid)],
          ["Open", dollars(open)],
        ] as [string, string][])
      : []),
  ];
  return {
    heading: `${title} ${number}`,
    facts,
    columns: ["Item", "Count", "Each", "Amount"] as Cells,
    rows: document.rows.map(({ text, count, each, cents }): Cells => {
      return [text, `${count}`, each === null ? "various" : dollars(each), dollars(cents)];
    }),
    sums,
    note: [
      ...(document.terms === undefined
        ? []
        : [document.terms.replace(/^It/, () => `By the terms agreed ${printable(document.to[0]!)}`)]),
      `All amounts are in US dollars. Days are those of ${document.zone}.`,
    ].join(" "),
  };
}

/** The letter that brings a document: a plain text without a link, and the same to be read and printed. */
export function letterOf(
  document: InvoiceDocument,
  standing?: Standing,
): { subject: string; text: string; html: string } {
  const { heading, facts, columns, rows, sums, note } = inWords(document, standing);
  const { from, to, payment } = document;
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const plain = (row: Cells) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  ");
  const width = widths.reduce((sum, each) => sum + each + 2, -2);
  const sum = ([name, amount]: [string, string]) => `${name}${amount.padStart(width - name.length)}`;
  const blocks = [
    [heading],
    facts.map(([name, value]) => `${name}: ${value}`),
    ["From", ...from],
    ["To", ...to],
    all.map(plain),
    sums.map(sum),
    ...(payment.length > 0 ? [["Payment", ...payment]] : []),
    [note],
  ];
  return {
    subject: `${heading} from ${from[0]!}: ${dollars(standing?.paid ? standing.open : document.total)}`,
    text: `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`,
    html: htmlOf(document, standing),
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Styled in place, since mail programs read nothing else. */
function htmlOf(document: InvoiceDocument, standing?: Standing): string {
  const { heading, facts, columns, rows, sums, note } = inWords(document, standing);
  const { from, to, payment } = document;
  const lines = (all: readonly string[]) => all.map(escaped).join("<br>");
  const cells = (row: Cells, tag: "th" | "td") =>
    row
      .map((cell, at) => `<${tag} align="${at === 0 ? "left" : "right"}">${escaped(cell)}</${tag}>`)
      .join("");
  const sum = ([name, amount]: [string, string]) =>
    `<tr><th align="right" colspan="3">${escaped(name)}</th><td align="right"><b>${escaped(amount)}</b></td></tr>`;
  const parts = [
    `<h1 style="font-size:1.4em">${escaped(heading)}</h1>`,
    `<p>${lines(facts.map((fact) => fact.join(": ")))}</p>`,
    `<p><b>From</b><br>${lines(from)}</p>`,
    `<p><b>To</b><br>${lines(to)}</p>`,
    `<table cellpadding="6" style="border-collapse:collapse;width:100%;max-width:46em"><tr>${cells(columns, "th")}</tr>`,
    ...rows.map((row) => `<tr style="border-top:1px solid #999">${cells(row, "td")}</tr>`),
    `${sums.map(sum).join("")}</table>`,
    payment.length > 0 ? `<p><b>Payment</b><br>${lines(payment)}</p>` : "",
    `<p>${escaped(note)}</p>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head><body style="font-family:sans-serif">${parts.join("")}</body></html>`;
}
