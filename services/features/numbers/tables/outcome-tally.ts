import { sql } from "kysely";
import type { Connection } from "../../../store/engine/connection.ts";
import type { AnalyticsSource } from "../../../store/rows.ts";

/**
 * What happened to the leads of one source whose visits began on one day: buyers' answers at the sale, and their later
 * reports. Money in cents of US dollars.
 */
export type OutcomeTally = Omit<AnalyticsSource, "simulated"> & {
  day: number;
  /** Leads with any outcome or sale. */
  reported: number;
  /** Those that a buyer accepted, was sold, retained or paid for. */
  taken: number;
  returned: number;
  retained: number;
  paid: number;
  credited: number;
  /** Amounts in other currencies, which none of these sums include. */
  foreignAmounts: number;
};

/** By source and day, from all outcomes of a survey's visitors. It reads every outcome: analysts alone ask for it. */
export async function outcomeTally(connection: Connection, variant: string): Promise<OutcomeTally[]> {
  const { rows } = await connection.read((db) =>
    sql<OutcomeTally>`
      with said as (
        select lead_id, outcome, currency, 0 as paid, 0 as credited from outcomes
        union all
        select lead_id, 'accepted', null, 0, 0 from sales
        union all
        -- Money is what the books say of it.
        select lead_id,
          case when kind = 'sale' then 'accepted'
            when kind = 'return' and not exists (
              select 1 from sales_ledger undone where undone.lead_id = line.lead_id and undone.corrects = line.id
            ) then 'returned' else 'said' end,
          null,
          case part when 'price' then cents else 0 end, case part when 'back' then -cents else 0 end
        from sales_ledger line where part <> 'payout'
      ), per_lead as (
        select coalesce(lead_sources.source_id, analytics_sessions.source_id) as source_id,
          coalesce(lead_sources.day, analytics_sessions.day) as day,
          max(case when outcome in ('accepted', 'sold', 'retained', 'paid') then 1 else 0 end) as taken,
          max(case when outcome = 'returned' then 1 else 0 end) as returned,
          max(case when outcome = 'retained' then 1 else 0 end) as retained,
          sum(paid) as paid, sum(credited) as credited,
          sum(case when currency <> 'USD' then 1 else 0 end) as foreign_amounts
        from said
        left join lead_sources on lead_sources.lead_id = said.lead_id
        left join leads on lead_sources.lead_id is null and leads.id = said.lead_id
        left join analytics_sessions on analytics_sessions.visit_id = leads.origin
        group by said.lead_id, coalesce(lead_sources.source_id, analytics_sessions.source_id),
          coalesce(lead_sources.day, analytics_sessions.day)
      )
      select variant, path, offer, affiliate, sub_id, version, device, language, flags, scripts, day,
        cast(count(*) as integer) as reported, cast(sum(taken) as integer) as taken,
        cast(sum(returned) as integer) as returned, cast(sum(retained) as integer) as retained,
        cast(sum(paid) as bigint) as paid, cast(sum(credited) as bigint) as credited,
        cast(sum(foreign_amounts) as integer) as foreign_amounts
      from per_lead join analytics_sources on analytics_sources.id = source_id
      where variant = ${variant} and simulated = 0
      group by analytics_sources.id, variant, path, offer, affiliate, sub_id, version, device, language, flags,
        scripts, day`.execute(db),
  );
  return rows;
}
