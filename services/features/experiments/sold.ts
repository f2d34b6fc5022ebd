import { type RawBuilder, sql } from "kysely";
import { dayBegins } from "../../calendar/days.ts";
import type { Connection } from "../../store/engine/connection.ts";
import { type SalesLine, standingOf } from "../../store/sales/ledger-lines.ts";

/** How the metric `sold` counts: `after` so many whole days, of the site's time zone; `since` when, epoch milliseconds. */
export type SoldRule = { after: number; since: number; timeZone: string };

/** The books' lines of one lead. `day`: on which its visit began, since 1970. */
export type BookedLead = { flags: string; day: number; lines: BookedLine[] };
type BookedLine = Pick<SalesLine, "buyer" | "kind" | "part" | "cents" | "at">;

/** The real visitors' leads of an experiment that are in the books, of those erased too. @param experiment its id */
export function bookedIn(connection: Connection, experiment: string, since: number): Promise<BookedLead[]> {
  return bookedLeads(connection, sql`flags like ${`%experiment:${experiment}/%`}`, since);
}

/** The same of surveys' paths. */
export function bookedAt(connection: Connection, paths: readonly string[], since: number) {
  return bookedLeads(connection, sql`path in (${sql.join(paths)})`, since);
}

/**
 * It goes along the books, not along the visits, of which there are many more. A lead that is erased has its source in
 * `leadSources`.
 */
async function bookedLeads(
  connection: Connection,
  wanted: RawBuilder<unknown>,
  since: number,
): Promise<BookedLead[]> {
  const { rows } = await connection.read((db) =>
    sql<BookedLine & { leadId: string; day: number; flags: string }>`
      select line.lead_id, line.buyer, line.kind, line.part, line.cents, line.at,
        coalesce(lead_sources.day, analytics_sessions.day) as day, analytics_sources.flags
      from sales_ledger line
      left join lead_sources on lead_sources.lead_id = line.lead_id
      left join leads on lead_sources.lead_id is null and leads.id = line.lead_id
      left join analytics_sessions on analytics_sessions.visit_id = leads.origin
      join analytics_sources
        on analytics_sources.id = coalesce(lead_sources.source_id, analytics_sessions.source_id)
      where line.part <> 'payout' and line.at >= ${since} and simulated = 0 and ${wanted}
      order by line.at, line.id`.execute(db),
  );
  const leads = new Map<string, BookedLead>();
  for (const { leadId, day, flags, ...line } of rows) {
    const lead = leads.get(leadId) ?? { flags, day, lines: [] };
    lead.lines.push({ ...line, cents: Number(line.cents), at: Number(line.at) });
    leads.set(leadId, lead);
  }
  return [...leads.values()];
}

/**
 * Whether a lead counts as sold: at the end of so many days after that of its visit some buyer had bought it, and had not
 * given it all back. From then on that never changes, whatever the books say later.
 */
export function isSold({ day, lines }: Pick<BookedLead, "day" | "lines">, rule: SoldRule): boolean {
  const end = dayBegins(day + 1 + rule.after, rule.timeZone);
  const byBuyer = new Map<string, BookedLine[]>();
  for (const line of lines) {
    if (line.at >= end) continue;
    const buyer = line.buyer.toLowerCase();
    byBuyer.set(buyer, [...(byBuyer.get(buyer) ?? []), line]);
  }
  return [...byBuyer.values()].some((sale) => {
    const first = sale.find(({ kind }) => kind === "sale");
    if (!first) return false;
    const { price, given, isReturned } = standingOf(sale);
    return price > 0 ? price > given : first.cents <= 0 && !isReturned;
  });
}

/** What buyers owe for a lead as the books are now, in cents. */
export function owedFor({ lines }: Pick<BookedLead, "lines">): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}
