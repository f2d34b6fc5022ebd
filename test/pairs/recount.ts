import type { Day } from "./day.ts";
import { cents, dollars, type Heard } from "./firms.ts";

export type Buyer = Heard["buyer"];
/** A sale as the buyer's own list has it. */
export type Sale = { lead: string; buyer: Buyer; cents: number; at: number };
export type Line = {
  id: string;
  kind: string;
  part: string;
  at: number;
  lead: string;
  buyer: string;
  cents: number;
  sub: string;
};

export const soldOut = (day: Day, buyer: Buyer) =>
  day.firms.heard.filter((each) => each.buyer === buyer && each.about === "lead");
export const personOf = (day: Day, lead: string) => day.people.find((each) => each.lead === lead);
export const inOrder = ({ row }: Day) => row.order !== "none";

/** What north has agreed to pay at a moment; 0 where nothing is agreed. */
export const agreed = ({ row, raisedAt = Infinity }: Day, at: number) =>
  row.price === "none" ? 0 : at >= raisedAt ? cents.raised : cents.agreed;

/** Whether north's yes is a sale: in test mode it buys nothing, and who pays nothing is no buyer. */
export const northBuys = ({ row }: Day) =>
  row.mode === "live" &&
  (row.order !== "none" || row.price === "agreed" || row.kind === "json" || row.kind === "form");

/**
 * What a yes comes to: the bid is the price, and an answer that names more is taken at its word; without a bid it is what
 * the answer names, else what is agreed.
 */
export function priceOf(day: Day, { buyer, lead, cents: named, at }: Heard): number {
  if (buyer === "south") return cents.south;
  const bids = day.firms.heard.filter(
    (each) => each.buyer === buyer && each.about === "bid" && each.lead === lead && each.at <= at,
  );
  const bid = bids.at(-1)?.cents;
  return bid === undefined ? (named ?? agreed(day, at)) : Math.max(bid, named ?? 0);
}

/** The sales that buyers have written down, each once. */
export function salesOf(day: Day): Sale[] {
  const taken = day.firms.heard.filter(
    ({ about, said: answer, test }) => about === "lead" && answer === "yes" && !test,
  );
  return taken.flatMap((heard, index) => {
    const { lead, buyer, at } = heard;
    const isKnown = taken.slice(0, index).some((each) => each.lead === lead && each.buyer === buyer);
    return isKnown || (buyer === "north" && !northBuys(day))
      ? []
      : [{ lead, buyer, at, cents: priceOf(day, heard) }];
  });
}

/** Those that are in the books. What one came to that was made before there were books, they know where its buyer had said so. */
export const bookedSales = (day: Day, lines: readonly Line[]): Sale[] =>
  salesOf(day).flatMap((sale) => {
    const line = lines.find(
      ({ kind, lead, buyer }) => kind === "sale" && lead === sale.lead && buyer === sale.buyer,
    );
    return line ? [{ ...sale, cents: day.old.has(sale.lead) ? line.cents : sale.cents }] : [];
  });

/** Leads that north may have although nobody knows: its answer was cut off or meant nothing. */
export const isDoubtful = (day: Day, lead: string) =>
  soldOut(day, "north").some(
    (each) =>
      each.lead === lead && (each.said === "odd" || (each.said === "trouble" && day.row.trouble === "cut")),
  );

/**
 * What counts for a buyer's caps and budget (docs/receivers.md "Terms"): each lead that it has taken, as a test too, which
 * costs nothing, and each that it may have.
 */
export function countedFor(day: Day, buyer: Buyer): Omit<Sale, "buyer">[] {
  const offers = soldOut(day, buyer).filter(
    ({ said, lead }) => said === "yes" || (buyer === "north" && isDoubtful(day, lead)),
  );
  return [...new Set(offers.map(({ lead }) => lead))].map((lead) => {
    const own = offers.filter((each) => each.lead === lead);
    const last = own.findLast(({ said }) => said === "yes") ?? own.at(-1)!;
    return { lead, at: own[0]!.at, cents: last.test ? 0 : priceOf(day, last) };
  });
}

export async function linesOf(day: Day): Promise<Line[]> {
  type Stored = {
    id: string;
    kind: string;
    part: string;
    at: string;
    lead_id: string;
    buyer: string;
    cents: string;
    sub_id: string;
  };
  const rows = await day.sql<Stored>("select * from sales_ledger order by at, id");
  return rows.map(({ id, kind, part, at, lead_id, buyer, cents: amount, sub_id }) => {
    return { id, kind, part, at: Number(at), lead: lead_id, buyer, cents: Number(amount), sub: sub_id };
  });
}

export const sum = (all: readonly { cents: number }[]) => all.reduce((total, each) => total + each.cents, 0);

/** What went back of a sale, by our own count. */
export const backOf = (day: Day, sale: Pick<Sale, "lead" | "buyer">) =>
  day.acts
    .filter((act) => act.lead === sale.lead && act.buyer === sale.buyer)
    .reduce((all, { back }) => all + back, 0);

/** What a buyer owes for these sales. */
export const dueOf = (day: Day, sales: readonly Sale[], buyer: Buyer) =>
  sales.filter((sale) => sale.buyer === buyer).reduce((all, sale) => all + sale.cents - backOf(day, sale), 0);

export function tellUnlike(day: Day, buyer: Buyer, where: string, amount: number, due: number): void {
  if (amount !== due)
    day.wrong(
      "books are what the buyers noted",
      `${where} of ${buyer}: $${dollars(amount)} in place of $${dollars(due)}`,
    );
}

/** What affiliate 252 gets for a sale of which so much is left, by our own count. */
export function payoutOf(day: Day, { lead, buyer, at, cents: price }: Sale, back: number): number {
  const { row } = day;
  if (personOf(day, lead)?.affiliate !== "252" || day.old.has(lead)) return 0;
  const left = price - back;
  const isReturned = day.acts.some((act) => act.lead === lead && act.buyer === buyer);
  const isNew = at >= (day.paysMoreAt ?? Number.POSITIVE_INFINITY);
  const fixed = isNew ? 2_500 : row.payout === "fixed" ? 2_000 : 0;
  if (!isNew && row.payout === "share") return Math.round((left * 3_333) / 10_000);
  return left > 0 || !isReturned ? fixed : 0;
}
