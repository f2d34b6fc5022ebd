import { dayBegins, dayCounter } from "../../calendar/days.ts";

export const lineKinds = ["sale", "return", "credit", "payout", "correction"] as const;

/** Where a sold lead came from and what it was; nothing that says who somebody is. */
export type SoldLead = {
  affiliate: string;
  subId: string;
  offer: string;
  survey: string;
  state: string;
  qualified: boolean | null;
};

/**
 * What was agreed when a lead was sold: for how many days it may be returned (null: for ever), and what its affiliate gets:
 * cents such as `2000`, a share of what the buyer pays such as `40%`, or '' for nothing.
 */
export type SaleTerms = { returnDays: number | null; payout: string };

/**
 * A line of the books. It never changes; what it says wrongly another line corrects.
 * `part`: what of a sale it counts for: what the buyer owes, what it gets back, or what the affiliate gets.
 * `cents`: of US dollars; what goes back is negative. `corrects`: the id of the line that it takes something from or adds to.
 * `person`: who booked it by hand; '' for the program. `messageId`: of the delivery; null where a buyer only reported.
 */
export type SalesLine = SoldLead &
  SaleTerms & {
    id: string;
    kind: (typeof lineKinds)[number];
    part: "price" | "back" | "payout";
    at: number;
    leadId: string;
    messageId: string | null;
    buyer: string;
    buyerLeadId: string | null;
    cents: number;
    corrects: string | null;
    person: string;
    reason: string;
  };

/** A line as it is stored. `once` lets it be written once. */
export type LineRow = Omit<SalesLine, "qualified"> & { qualified: number | null; once: string };

/**
 * What has become of a lead, for one reader of those that want to know. It is stored in the transaction in which it
 * happened, which reads nothing for it that might fail and take the rest along, and goes when its reader has read it.
 * `corrected`: what was booked changed without a return. `affiliate`: that of the lead's link; '' for none.
 * In cents, `price` is by how much this changes what its buyer owes, `payout` what its affiliate gets, and `total` is what
 * the affiliate gets for the lead by then.
 */
export type News = {
  id: string;
  reader: string;
  leadId: string;
  affiliate: string;
  event: "lead" | "sold" | "returned" | "corrected";
  price: number;
  payout: number;
  total: number;
  at: number;
};

/** A month that nothing is added to any more. `digest`: of its lines, as they were. */
export type ClosedMonth = {
  month: string;
  begins: number;
  ends: number;
  closedAt: number;
  person: string;
  lines: number;
  digest: string;
};

/** What one line adds to what is known of its sale. */
export type Entry = Pick<SalesLine, "kind" | "part" | "cents" | "corrects" | "person" | "reason">;

/** What of a line decides what follows. */
type Known = Entry & Pick<SalesLine, "id" | "at" | "messageId"> & SaleTerms;
/** What a buyer reported. `receivedAt`: when its call came; null where a person took it in, who has seen when it was made. */
export type Said = {
  outcome: string;
  at: number;
  amountCents: number | null;
  currency: string | null;
  receivedAt: number | null;
};

/** Whether two names, however they are written, are of one buyer. */
export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether a line of a sale is one that a person booked to give something back, and nobody has undone it. */
export function canUndo(
  { id, kind, part, person }: Pick<SalesLine, "id" | "kind" | "part" | "person">,
  lines: readonly Pick<SalesLine, "corrects">[],
): boolean {
  const isByHand = part === "back" && kind !== "correction" && person !== "";
  return isByHand && !lines.some(({ corrects }) => corrects === id);
}

/** The last moment at which a buyer may return what it bought: the end of the last business day of its days. */
export function returnableUntil(
  { at, returnDays }: Pick<SalesLine, "at" | "returnDays">,
  timeZone: string,
): number {
  if (returnDays === null) return Number.POSITIVE_INFINITY;
  return dayBegins(dayCounter(timeZone)(at) + returnDays + 1, timeZone) - 1;
}

/** When a report counts as made: a call that gives an earlier day than that on which it comes counts when it comes. */
const madeAt = ({ at, receivedAt }: Pick<Said, "at" | "receivedAt">) => Math.max(at, receivedAt ?? at);

/** What the buyer of a sale owes, what it got back and whether it was returned or credited at all. */
export function standingOf(lines: readonly Pick<SalesLine, "kind" | "part" | "cents">[]) {
  const sum = (part: SalesLine["part"]) =>
    lines.filter((line) => line.part === part).reduce((all, { cents }) => all + cents, 0);
  const back = lines.filter(({ part }) => part === "back");
  const given = -sum("back") || 0;
  // A sale without a price is returned by a line of nothing.
  const isReturned = given > 0 || (back.length > 0 && back.every(({ kind }) => kind !== "correction"));
  return { price: sum("price"), given, payout: sum("payout"), isReturned };
}

/**
 * The lines that are still to be written about a lead and one buyer, so that the books say what is known: what the buyer
 * paid in place of its price, what it returned in time or a person took back, whichever is more, so that one return that
 * is told twice counts once, and what its affiliate gets of that.
 */
export function dueEntries(lines: readonly Known[], said: readonly Said[], timeZone: string): Entry[] {
  const sale = lines.find(({ kind }) => kind === "sale");
  const entries: Entry[] = [];
  const now = () => standingOf([...lines, ...entries]);
  const write = (entry: Pick<Entry, "kind" | "part" | "cents" | "reason"> & { corrects?: string }) =>
    entries.push({ person: "", corrects: null, ...entry });

  const paid = amounts(said, "paid");
  const price = paid.length > 0 ? added(paid) : sale?.messageId ? sale.cents : 0;
  if (price !== now().price) {
    const reason =
      paid.length > 0 ? "the buyer reported what it paid" : "the report of a payment was taken back";
    if (sale)
      write({ kind: "correction", part: "price", cents: price - now().price, corrects: sale.id, reason });
    else write({ kind: "sale", part: "price", cents: price, reason });
  }

  const reports = said.filter(
    (each) =>
      each.outcome === "returned" && (sale === undefined || madeAt(each) <= returnableUntil(sale, timeZone)),
  );
  const isWhole = reports.some(({ amountCents }) => amountCents === null);
  const reported = isWhole ? price : added(amounts(reports, "returned"));
  const ofPart = lines.filter(({ part }) => part === "back");
  const byHand = byHandIn(lines);
  // Of what nobody has paid nothing goes back either, until a payment is reported.
  const back = Math.min(Math.max(byHand, reported), price);
  const missing = back - now().given;
  if (missing > 0 || (isWhole && sale !== undefined && !now().isReturned)) {
    write({
      kind: "return",
      part: "back",
      cents: -missing || 0,
      reason: "reported by the buyer",
      corrects: sale?.id,
    });
  } else if (missing < 0) {
    const last = ofPart.filter(({ kind }) => kind !== "correction").at(-1);
    const reason = "less was returned than was booked";
    write({ kind: "correction", part: "back", cents: -missing, corrects: last?.id, reason });
  }

  const payout = sale ? payoutOf(sale.payout, now()) : 0;
  if (payout !== now().payout) {
    const first = lines.find(({ part }) => part === "payout");
    const reason = first ? "follows what the buyer pays" : "";
    write({ kind: "payout", part: "payout", cents: payout - now().payout, corrects: first?.id, reason });
  }
  return entries;
}

/** What the books have of a report: cents of a payment or of what went back; and why it is not all that was said. */
export type Counted = { booked: number; why: string | null };

/**
 * What the books of one sale have of each report, in the order in which the reports are given: those of before count
 * first. It follows from lines and reports alone, so it is the same whenever it is asked.
 * @param lines of the sale, settled after the reports
 */
export function countedOf(lines: readonly Known[], said: readonly Said[], timeZone: string): Counted[] {
  const sale = lines.find(({ kind }) => kind === "sale");
  const { price } = standingOf(lines);
  const byHand = byHandIn(lines);
  let returned = 0;
  return said.map((report): Counted => {
    const { outcome, amountCents, currency } = report;
    if (outcome !== "paid" && outcome !== "returned")
      return { booked: 0, why: "only what is returned or paid is booked" };
    if (amountCents !== null && currency !== "USD")
      return { booked: 0, why: `in ${currency}: the books are in USD` };
    if (outcome === "paid")
      return amountCents === null
        ? { booked: 0, why: "without an amount" }
        : { booked: amountCents, why: null };
    if (sale && madeAt(report) > returnableUntil(sale, timeZone))
      return { booked: 0, why: `after ${sale.returnDays} ${sale.returnDays === 1 ? "day" : "days"}` };
    if (price === 0)
      return { booked: 0, why: sale ? "the sale has no price" : "no sale to this buyer is booked" };
    const before = Math.max(returned, byHand);
    returned = amountCents === null ? price : Math.min(price, returned + amountCents);
    const booked = Math.max(returned, byHand) - before;
    const wanted = amountCents ?? price;
    if (booked >= wanted) return { booked, why: null };
    if (before >= price) return { booked, why: "returned already" };
    return { booked, why: returned >= price ? "cut to what was left" : "credited by hand already" };
  });
}

const byHandIn = (lines: readonly Pick<SalesLine, "part" | "person" | "cents">[]) =>
  -added(lines.filter(({ part, person }) => part === "back" && person !== "").map(({ cents }) => cents)) || 0;

function payoutOf(term: string, { price, given, isReturned }: ReturnType<typeof standingOf>): number {
  const left = Math.max(0, price - given);
  if (term.endsWith("%")) return Math.round((left * Math.round(Number(term.slice(0, -1)) * 100)) / 10_000);
  return isReturned && left === 0 ? 0 : Number(term);
}

function amounts(said: readonly Said[], wanted: Said["outcome"]): number[] {
  return said.flatMap(({ outcome, amountCents, currency }) =>
    outcome === wanted && amountCents !== null && currency === "USD" ? [amountCents] : [],
  );
}

const added = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);
