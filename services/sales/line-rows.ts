import type { Ledger, SalesFilter } from "../store/ledger.ts";
import { type SalesLine, standingOf } from "../store/ledger-lines.ts";
import { lineFields } from "./statements.ts";

const pageSize = 1_000;

/** The lines of a filter for files, the oldest first, each sale with whether it came back, whenever that was. */
export async function* lineRows(
  ledger: Ledger,
  filter: SalesFilter,
): AsyncGenerator<ReturnType<typeof lineFields>> {
  for (let after: SalesLine | undefined; ; ) {
    const page = await ledger.list(filter, pageSize, after);
    const cameBack = await cameBackAmong(ledger, page);
    for (const line of page)
      yield lineFields(line, line.kind !== "sale" ? "" : cameBack.has(line.id) ? "yes" : "no");
    if (page.length < pageSize) return;
    after = page.at(-1)!;
  }
}

/** What went back of the sales among these lines, in cents by their ids; those of which nothing did are left out. */
export async function cameBackAmong(
  ledger: Ledger,
  lines: readonly SalesLine[],
): Promise<Map<string, number>> {
  const sales = lines.filter(({ kind }) => kind === "sale");
  const all = await ledger.ofLeads([...new Set(sales.map(({ leadId }) => leadId))]);
  return new Map(
    sales.flatMap((sale) => {
      const same = ({ leadId, buyer }: SalesLine) =>
        leadId === sale.leadId && buyer.toLowerCase() === sale.buyer.toLowerCase();
      const { given, isReturned } = standingOf(all.filter(same));
      return isReturned ? [[sale.id, given] as const] : [];
    }),
  );
}
