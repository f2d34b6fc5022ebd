import type { Period } from "../../calendar/days.ts";
import { type ClosedMonth, isSame, type SalesLine, standingOf } from "../../store/sales/ledger-lines.ts";
import type { Ledger, SalesFilter } from "./ledger.ts";

/** How long after a month deliveries in progress at its end are booked, in milliseconds. */
const graceMs = 10 * 60_000;

export function closable({ until }: Pick<Period, "until">, now: number): boolean {
  return now >= until + graceMs;
}

/** The closed months that a time has a part in, the oldest first, and whether all of it is closed. */
export function closedIn(
  closed: readonly ClosedMonth[],
  { from, until }: Pick<Period, "from" | "until">,
): { months: ClosedMonth[]; isWhole: boolean } {
  const months = closed
    .filter(({ begins, ends }) => begins < until && ends > from)
    .sort((one, other) => one.begins - other.begins);
  let closedUntil = from;
  for (const { begins, ends } of months) if (begins <= closedUntil) closedUntil = Math.max(closedUntil, ends);
  return { months, isWhole: closedUntil >= until };
}

/** Why a month stays open, and what is missing in lists. */
export function unbookedText(unbooked: readonly unknown[]): string {
  const [are, them] = unbooked.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${unbooked.length} of what was sold or reported ${are} in no book yet, and booking ${them} fails (sales.failed in the site's log).`;
}

/** What one party owes or is owed for a period, and the lines behind it, the oldest first. */
export type Statement = {
  party: string;
  lines: readonly SalesLine[];
  /** Totals by kind of line, in cents. */
  parts: readonly { kind: SalesLine["kind"]; lines: number; cents: number }[];
  cents: number;
};

const order = ["sale", "payout", "correction", "return", "credit"] as const;

/** What a buyer owes for the lines of a period, less its returns in it. */
export function owedBy(ledger: Ledger, buyer: string, { from, until }: Pick<Period, "from" | "until">) {
  return statementOf(ledger, buyer, { from, until, buyer, parts: ["price", "back"] });
}

/** What an affiliate is owed for the lines of a period. */
export function payoutsTo(
  ledger: Ledger,
  affiliate: string,
  { from, until }: Pick<Period, "from" | "until">,
) {
  return statementOf(ledger, affiliate, { from, until, affiliate, parts: ["payout"] });
}

async function statementOf(ledger: Ledger, party: string, filter: SalesFilter): Promise<Statement> {
  const lines: SalesLine[] = [];
  for await (const page of pagesOf(ledger, filter)) lines.push(...page);
  const parts = order.flatMap((kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    return ofKind.length > 0 ? [{ kind, lines: ofKind.length, cents: centsOf(ofKind) }] : [];
  });
  return { party, lines, parts, cents: centsOf(lines) };
}

const pageSize = 1_000;

/** All lines of a filter in pages, the oldest first. */
async function* pagesOf(ledger: Ledger, filter: SalesFilter): AsyncGenerator<SalesLine[]> {
  for (let after: SalesLine | undefined; ; ) {
    const page = await ledger.list(filter, pageSize, after);
    yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!;
  }
}

/** The lines of a filter for files, the oldest first, each sale with whether it came back, whenever that was. */
export async function* lineRows(
  ledger: Ledger,
  filter: SalesFilter,
): AsyncGenerator<ReturnType<typeof lineFields>> {
  for await (const page of pagesOf(ledger, filter)) {
    const cameBack = await cameBackAmong(ledger, page);
    for (const line of page)
      yield lineFields(line, line.kind !== "sale" ? "" : cameBack.has(line.id) ? "yes" : "no");
  }
}

/** The returns of the sales among these lines, in cents by their ids; sales without returns are omitted. */
export async function cameBackAmong(
  ledger: Ledger,
  lines: readonly SalesLine[],
): Promise<Map<string, number>> {
  const sales = lines.filter(({ kind }) => kind === "sale");
  const all = await ledger.ofLeads([...new Set(sales.map(({ leadId }) => leadId))]);
  return new Map(
    sales.flatMap((sale) => {
      const { given, isReturned } = standingOf(linesOfSale(all, sale));
      return isReturned ? [[sale.id, given] as const] : [];
    }),
  );
}

/** A sale's lines among all lines of its lead. */
export function linesOfSale(lines: readonly SalesLine[], { leadId, buyer }: SalesLine): SalesLine[] {
  return lines.filter((line) => line.leadId === leadId && isSame(line.buyer, buyer));
}

function centsOf(lines: readonly Pick<SalesLine, "cents">[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}

/** Names of a line's cells in files, in their order. */
export const lineColumns = [
  "line",
  "kind",
  "at",
  "lead_id",
  "buyer",
  "buyer_lead_id",
  "cents",
  "affiliate",
  "sub_id",
  "offer",
  "survey",
  "state",
  "qualified",
  "returned",
  "corrects",
  "booked_by",
  "reason",
] as const;

export type LineFields = ReturnType<typeof lineFields>;

/** A line as it leaves the program. @param returned whether the sale came back, whenever; '' of other lines */
function lineFields(line: SalesLine, returned: "yes" | "no" | "") {
  const { id, kind, at, leadId, buyer, buyerLeadId, cents, affiliate, subId, offer, survey, state } = line;
  const qualified = line.qualified === null ? "" : line.qualified ? "yes" : "no";
  return {
    line: id,
    kind,
    at: new Date(at).toISOString(),
    lead_id: leadId,
    buyer,
    buyer_lead_id: buyerLeadId ?? "",
    cents,
    affiliate,
    sub_id: subId,
    offer,
    survey,
    state,
    qualified,
    returned,
    corrects: line.corrects ?? "",
    booked_by: line.person,
    reason: line.reason,
  };
}
