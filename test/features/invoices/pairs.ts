import { instantOf, localMonth, reached, said } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { dollars, lettersTo } from "../../pairs/firms.ts";
import type { Row } from "../../pairs/parameters.ts";
import { canaryIn } from "../../pairs/people.ts";
import { type Buyer, bookedSales, dueOf, linesOf, sum } from "../../pairs/recount.ts";

export const parameters = {
  billing: {
    values: ["none", "paper", "letter"],
    about: "whether invoices are made out of the closed months, and whether north's go by letter",
    // Its pairs with all others are not tried yet: it is dealt out to the rows.
    isDealt: true,
  },
} as const;

const mailbox = "bills@north.example";

export const sectionsOf = ({ billing }: Row): Record<string, object> =>
  billing === "none"
    ? {}
    : {
        invoices: {
          from: ["Pairs", "1 Pair Street"],
          buyers: {
            north: {
              address: ["North Law", "2 Court Street"],
              ...(billing === "letter" && { mail: [mailbox] }),
            },
          },
        },
      };
export const needsMail = ({ billing }: Row) => billing === "letter";
export const pages = async ({ row }: Day) => (row.billing === "none" ? [] : ["/console/invoices"]);

/** Once the months with sales are over, each is closed and billed, and together that is what the buyers noted. */
export async function afterwards(day: Day): Promise<void> {
  const { row, wrong } = day;
  if (row.billing === "none") return;
  const lines = await linesOf(day);
  const sales = bookedSales(day, lines);
  const months = new Set(lines.map((line) => localMonth(line.at, row.zone)));
  for (const month of [...months].sort()) {
    await day.pass(Math.max(Date.now(), instantOf(`${nextMonth(month)}-02 10:00`, row.zone)));
    const { text } = await day.press("/console/sales", { intent: "close", month });
    if (!/is closed with|is closed already/.test(text)) wrong("a month can be closed", said(text));
    for (const buyer of ["north", "south"] as const) await bill(day, buyer, month);
  }
  type Stored = { number: string; buyer: string; cents: string; nth: string };
  const invoices = await day.sql<Stored>("select number, buyer, cents, nth from invoices order by year, nth");
  for (const buyer of ["north", "south"] as const) {
    const billed = sum(
      invoices.filter((each) => each.buyer === buyer).map(({ cents }) => ({ cents: Number(cents) })),
    );
    const owed = dueOf(day, sales, buyer);
    if (billed !== owed)
      wrong("invoices are what the buyers noted", `${buyer}: $${dollars(billed)}, not $${dollars(owed)}`);
  }
  await checkLetters(day, invoices);
  const found = canaryIn(day, JSON.stringify(await day.sql("select * from invoices")));
  if (found) wrong("invoices name nobody", found);
}

/** It is made out once; where nothing was sold there is nothing to press. */
async function bill(day: Day, buyer: Buyer, month: string): Promise<void> {
  const { row, wrong, press } = day;
  const page = "/console/invoices";
  const owed = (await linesOf(day)).some(
    (line) => line.part !== "payout" && line.buyer === buyer && localMonth(line.at, row.zone) === month,
  );
  const asked = await press(page, { intent: "make", buyer, month });
  if (!owed) {
    if (asked.status !== 422) wrong("who owes nothing gets no invoice", `${buyer} ${month}: ${asked.status}`);
    return;
  }
  if (asked.status !== 303) wrong("an invoice can be made out", `${buyer} ${month}: ${said(asked.text)}`);
  const again = await press(page, { intent: "make", buyer, month });
  if (again.status !== 422) wrong("days are billed once", `${buyer} ${month}: ${again.status}`);
}

/** North's letters go once each, and name nobody. */
async function checkLetters(day: Day, invoices: readonly { number: string; buyer: string }[]): Promise<void> {
  const { row, wrong, press, firms } = day;
  if (row.billing !== "letter") return;
  const norths = invoices.filter(({ buyer }) => buyer === "north");
  for (const { number } of norths) {
    const { status, text } = await press(`/console/invoices/${number}`, { intent: "letter" });
    if (status !== 303) wrong("an invoice can be sent", `${number}: ${status} ${said(text)}`);
  }
  await reached(() => lettersTo(firms, mailbox).length >= norths.length);
  await day.settle("23:59");
  const letters = lettersTo(firms, mailbox);
  for (const { number } of norths) {
    const times = letters.filter((letter) => letter.includes(`Subject: Invoice ${number} `)).length;
    const credits = letters.filter((letter) => letter.includes(`Subject: Credit note ${number} `)).length;
    if (times + credits !== 1) wrong("an invoice is sent once", `${number}: ${times + credits} times`);
  }
  for (const letter of letters) {
    const found = canaryIn(day, letter);
    if (found) wrong("invoices name nobody", found);
  }
}

/** `2026-12` of `2026-11`. */
function nextMonth(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
