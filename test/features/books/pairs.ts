import { writeFileSync } from "node:fs";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { hourMs, instantOf, localDay, localMonth, reached, said } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { dollars, lettersTo } from "../../pairs/firms.ts";
import { secretOf } from "../../pairs/ground.ts";
import { checkBooks } from "../../pairs/invariants.ts";
import type { Apart, Row } from "../../pairs/parameters.ts";
import { canaryIn } from "../../pairs/people.ts";
import { dueOf, linesOf, type Sale, sum, tellUnlike } from "../../pairs/recount.ts";
import { type Sending, send } from "../../support/send.ts";
import { parseCsv } from "../../support/tables.ts";

export const parameters = {
  report: {
    values: ["none", "letter"],
    about: "whether affiliate 252 has a letter in the morning",
    settings: ["campaign.report"],
  },
  door: {
    values: ["none", "call", "file", "return", "credit"],
    about: "how a sale goes back: a signed call, a file, two buttons of the console",
    settings: ["OUTCOMES_SECRETS"],
    isMoney: true,
  },
  told: {
    values: ["same", "evening", "late"],
    about: "when: the first sale on its day, the evening's by its local day, or after the days of return",
    isMoney: true,
  },
  amount: {
    values: ["whole", "part", "euro", "more"],
    about: "how much of it goes back",
    isMoney: true,
  },
  closing: {
    values: ["open", "closed"],
    about: "whether the month is closed, and a lead returned after that",
    isMoney: true,
  },
} as const;

export const apart: readonly Apart[] = [
  ["door", ["none"], "told", ["evening", "late"], "nothing is told"],
  ["door", ["none"], "amount", ["part", "euro", "more"], "nothing is told"],
  ["door", ["return"], "amount", ["part", "euro", "more"], "the button returns the whole"],
  ["door", ["credit"], "amount", ["whole", "euro"], "the button takes dollars"],
  ["erasure", ["returned"], "door", ["none"], "nothing is returned"],
];

/** Days before and after all of these. */
const everything = "from=2025-01-01&to=2030-12-31";

export const campaignsOf = ({ report }: Row): Record<string, object> =>
  report === "letter" ? { "252": { report: ["boss@partner.example"] } } : {};
export const environmentOf = () => ({
  OUTCOMES_SECRETS: `north=${secretOf("north")},south=${secretOf("south")}`,
});
export const needsMail = ({ report }: Row) => report === "letter";

export const acts = {
  async afternoon(day: Day) {
    if (day.row.told !== "same") return;
    day.goTo("15:00");
    await giveBack(day, false);
    await day.settle("15:30");
  },
  async night(day: Day) {
    if (day.row.told !== "evening") return;
    day.goTo("21:40");
    await giveBack(day, true);
    await day.settle("21:50");
  },
};

const part = 1_050;

/** A sale goes back by the row's door. @param isLast the newest sale, else the first of Ana's that there is, or any */
async function giveBack(day: Day, isLast: boolean): Promise<void> {
  const { row, acts, press } = day;
  if (row.door === "none") return;
  type Sale = { id: string; lead_id: string; buyer: string; cents: string; at: string };
  const sales = await day.sql<Sale>("select * from sales_ledger where kind = 'sale' order by at, id");
  const sale = isLast ? sales.at(-1) : sales[0];
  if (!sale) return;
  const price = Number(sale.cents);
  const soldAt = Number(sale.at);
  const isLate = Date.now() > soldAt + 14 * 24 * hourMs && !day.old.has(sale.lead_id);
  const wanted = { whole: price, part, euro: 0, more: 99_999 }[row.amount];
  const month = localMonth(Date.now(), row.zone);
  const isByHand = row.door === "return" || row.door === "credit";
  // A sale without a price is returned by a line of nothing.
  const isWhole = row.amount === "whole" && (isByHand || !isLate);
  const book = (back: number) => {
    if (back > 0 || isWhole) acts.push({ lead: sale.lead_id, buyer: sale.buyer, back, month, isByHand });
  };
  if (isByHand) {
    const form = {
      intent: row.door,
      reason: "wrong number",
      ...(row.door === "credit" && { amount: dollars(wanted) }),
    };
    const page = `/console/sales/lines/${sale.id}`;
    const pressed = await press(page, form);
    const isTooMuch = row.door === "credit" && wanted > price;
    if (isTooMuch ? pressed.status !== 422 : price > 0 && pressed.status !== 303)
      day.wrong(
        "the owner's presses work",
        `${row.door} ${row.amount}: ${pressed.status} ${said(pressed.text)}`,
      );
    if (!isTooMuch) book(wanted);
    return;
  }
  const at = localDay(Date.now(), row.zone);
  // Some buyers call a lead by the number of its person.
  const isAnas = day.people.some(({ who, lead }) => lead === sale.lead_id && who !== "ben" && who !== "dora");
  const calls = row.subs === "telling" && isAnas ? "2135550147" : "";
  const amount = row.amount === "whole" ? undefined : row.amount === "euro" ? part : wanted;
  const currency = row.amount === "euro" ? "EUR" : undefined;
  const back = isLate ? 0 : Math.min(wanted, price);
  const isLess = back === 0 || back < (amount ?? price);
  let answer: string;
  if (row.door === "call") {
    const plain = { lead_id: sale.lead_id, outcome: "returned", at, amount_cents: amount, currency };
    const report = { ...plain, ...(calls && { buyer_lead_id: calls }) };
    const body = JSON.stringify(report);
    const sending: Sending = {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        ...webhookHeaders([secretOf(sale.buyer)], `${sale.lead_id}-back`, body, Date.now()),
      },
    };
    const first = await send(day.sites[0]!.url, "/api/outcomes", sending);
    // Told twice, as callers do that have not heard the answer.
    const again = await send(day.sites.at(-1)!.url, "/api/outcomes", sending);
    answer = first.text;
    if (first.status !== 200 || again.status !== 200)
      return day.wrong(
        "a report is taken",
        `${at} of a lead of ${new Date(soldAt).toISOString()}: ${first.status} ${first.text}`,
      );
    book(back);
    if (isLess && JSON.parse(answer).why === undefined)
      day.wrong("a report is answered with what it changed", `${row.amount} ${row.told}: ${answer}`);
  } else {
    const file = `${day.folder}/outcomes.csv`;
    writeFileSync(
      file,
      `lead_id,outcome,at,buyer,amount_cents,currency,buyer_lead_id\n${sale.lead_id},returned,${at},${sale.buyer},${amount ?? ""},${currency ?? ""},${calls}\n`,
    );
    const { status, stdout, stderr } = await day.command(`outcomes import ${file}`);
    if (status !== 0) return day.wrong("a report is taken", stderr.replaceAll("\n", " "));
    book(back);
    if (isLess && back === 0 && /^1 outcome added[^a-z]*\n$/i.test(stdout))
      day.wrong("a report is answered with what it changed", `${row.amount} ${row.told}: ${stdout.trim()}`);
  }
}

export async function pages(day: Day): Promise<string[]> {
  const sales = (await linesOf(day)).filter(({ kind }) => kind === "sale").slice(0, 2);
  return [
    `/console/sales?${everything}`,
    `/console/sales.csv?${everything}`,
    `/console/sales/statement?buyer=north&${everything}`,
    ...sales.map(({ id }) => `/console/sales/lines/${id}`),
  ];
}

/** File, statement and invoices are what buyers noted, and the file and letters name nobody. */
export async function check(day: Day, sales: readonly Sale[]): Promise<void> {
  const { row } = day;
  const [head, ...rows] = parseCsv((await day.get(`/console/sales.csv?${everything}`)).text) as string[][];
  const at = (name: string) => head?.indexOf(name) ?? -1;
  const months = new Set((await linesOf(day)).map((line) => localMonth(line.at, row.zone)));
  for (const buyer of ["north", "south"] as const) {
    const theirs = sales.filter((sale) => sale.buyer === buyer);
    const due = dueOf(day, sales, buyer);
    const inFile = rows
      .filter((cells) => cells[at("buyer")] === buyer && cells[at("kind")] !== "payout")
      .reduce((all, cells) => all + Number(cells[at("cents")]), 0);
    tellUnlike(day, buyer, "the CSV", inFile, due);
    const statement = await day.get(`/console/sales/statement?buyer=${buyer}&${everything}`);
    tellUnlike(day, buyer, "the statement", totalIn(statement.text), due);
    for (const month of months) {
      const ofMonth =
        sum(theirs.filter((sale) => localMonth(sale.at, row.zone) === month)) -
        day.acts
          .filter((act) => act.buyer === buyer && act.month === month)
          .reduce((all, { back }) => all + back, 0);
      const invoice = await day.command(`sales statement --buyer ${buyer} --month ${month}`);
      if (theirs.length > 0)
        tellUnlike(day, buyer, `the invoice of ${month}`, totalIn(invoice.stdout), ofMonth);
    }
  }
  const found = canaryIn(day, JSON.stringify(rows));
  if (found) day.wrong("the books name nobody", found);
  if (row.report === "letter")
    for (const letter of lettersTo(day.firms, "boss@partner.example")) {
      const canary = canaryIn(day, letter);
      if (canary) day.wrong("an affiliate is told nobody's name", canary);
    }
}

/** `Total: -$1,234.50` and the like, in cents. */
function totalIn(text: string): number {
  const [, sign = "", amount = "0"] = /(?:Total: |<strong>)(-?)\$([\d,]+\.\d\d)/.exec(text) ?? [];
  return Math.round(Number(amount.replaceAll(",", "")) * 100) * (sign ? -1 : 1);
}

export const comesBackLate = ({ told }: Row) => told === "late";
export const goesOn = ({ told, closing }: Row) => told === "late" || closing === "closed";

/** A sale goes back after its days, or a letter comes in the morning; then the month is closed. */
export async function afterwards(day: Day, eraseAsAsked: () => Promise<void>): Promise<void> {
  const { row, date, firms, sites } = day;
  if (row.told === "late") {
    await day.pass(day.at("12:00") + 16 * 24 * hourMs);
    await giveBack(day, false);
    await eraseAsAsked();
    await checkBooks(day, row.closing === "open");
  } else if (row.report === "letter") {
    await day.pass(day.at("08:30") + 24 * hourMs);
    // It looks for letters that are due once a minute, and when it starts.
    await sites[0]!.stop();
    await sites[0]!.restart();
    await reached(() => lettersTo(firms, "boss@partner.example").length > 0, 2_500);
  }
  if (row.closing !== "closed") return;
  const month = date.slice(0, 7);
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = new Date(Date.UTC(year, number, 2)).toISOString().slice(0, 10);
  await day.pass(Math.max(Date.now() + hourMs, instantOf(`${next} 10:00`, row.zone)));
  await checkClosed(day, month);
}

/** A month that is closed stays as it was; what comes later is of a later one. */
async function checkClosed(day: Day, month: string): Promise<void> {
  const { wrong, row } = day;
  const before = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  const closed = await day.press("/console/sales", { intent: "close", month });
  if (!closed.text.includes(`${month} is closed with ${before.length} lines`))
    wrong("a month can be closed", `${closed.status} ${said(closed.text)}`);
  const left = before.find(
    (line) =>
      line.kind === "sale" &&
      line.cents > 0 &&
      !day.acts.some((act) => act.lead === line.lead && act.buyer === line.buyer),
  );
  if (left) {
    const form = { intent: "return", reason: "never called" };
    const page = `/console/sales/lines/${left.id}`;
    const answer = await day.press(page, form);
    if (answer.status !== 303)
      wrong("the owner's presses work", `a late return: ${answer.status} ${said(answer.text)}`);
    day.acts.push({
      lead: left.lead,
      buyer: left.buyer,
      back: left.cents,
      month: localMonth(Date.now(), row.zone),
      isByHand: true,
    });
  }
  const after = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  if (JSON.stringify(after) !== JSON.stringify(before))
    wrong("a closed month stays as it was", `${before.length} lines, then ${after.length}`);
  await checkBooks(day, true);
}

export async function checkErased(day: Day): Promise<void> {
  const found = canaryIn(day, (await day.get(`/console/sales.csv?${everything}`)).text);
  if (found) day.wrong("who is erased is nowhere", `sales.csv: ${found}`);
}
