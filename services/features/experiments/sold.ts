import { type RawBuilder, sql } from "kysely";
import { dayBegins } from "../../calendar/days.ts";
import type { Connection } from "../../store/engine/connection.ts";

/** How the metric `sold` counts: `after` so many full days, of the site's time zone, of visits from `first` to `last`, both since 1970. */
export type SoldRule = { after: number; first: number; last: number; timeZone: string };

/** Of the leads of one source's visits of a day: how many count as sold, and what buyers owe for all of them now, in cents. */
export type SoldDay = { flags: string; day: number; sold: number; cents: number };

/** Of an experiment. @param experiment its id */
export function soldIn(connection: Connection, experiment: string, rule: SoldRule): Promise<SoldDay[]> {
  return soldDays(connection, sql`flags like ${`%experiment:${experiment}/%`}`, rule);
}

/** Of surveys' paths. */
export function soldAt(connection: Connection, paths: readonly string[], rule: SoldRule): Promise<SoldDay[]> {
  return soldDays(connection, sql`path in (${sql.join(paths)})`, rule);
}

/**
 * Real visitors' leads, also of those who are erased, whose sources are in `leadSources`. A lead counts as sold if at the
 * end of so many days after that of its visit some buyer had bought it, and had not given it all back. That never changes
 * afterwards, since lines of the books are only added, so a day may be counted once that end has come.
 *
 * The database adds up, and goes along the books, not along the visits, of which there are many more. What a sale's lines
 * come to is as `standingOf` has it; one that was corrected to nothing is none.
 */
async function soldDays(
  connection: Connection,
  wanted: RawBuilder<unknown>,
  { after, first, last, timeZone }: SoldRule,
): Promise<SoldDay[]> {
  if (last < first) return [];
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const ends = days.map((day) => sql`(${sql.lit(day)}, ${sql.lit(dayBegins(day + 1 + after, timeZone))})`);
  const { rows } = await connection.read((db) =>
    sql<SoldDay>`
      with ends (day, cutoff) as (values ${sql.join(ends)}), counted as (
        select line.*, ends.day, case when line.at < ends.cutoff then 1 else 0 end as is_in_time,
          coalesce(lead_sources.source_id, analytics_sessions.source_id) as source_id
        from sales_ledger line
        left join lead_sources on lead_sources.lead_id = line.lead_id
        left join leads on lead_sources.lead_id is null and leads.id = line.lead_id
        left join analytics_sessions on analytics_sessions.visit_id = leads.origin
        join ends on ends.day = coalesce(lead_sources.day, analytics_sessions.day)
        where line.part <> 'payout' and line.at >= ${sql.lit(dayBegins(first, timeZone))}
      ), per_buyer as (
        select lead_id, source_id, day, sum(cents) as cents,
          max(case when kind = 'sale' then is_in_time * cents end) as first_price, max(case when kind = 'sale' then is_in_time end) as is_bought,
          sum(case when part = 'price' then is_in_time * cents else 0 end) as price,
          -sum(case when part = 'back' then is_in_time * cents else 0 end) as given,
          sum(case when part = 'back' then is_in_time else 0 end) as backs,
          sum(case when part = 'back' and kind = 'correction' then is_in_time else 0 end) as corrections
        from counted group by lead_id, lower(buyer), source_id, day
      ), per_lead as (
        select source_id, day, sum(cents) as cents, max(case
          when is_bought is null or is_bought = 0 then 0
          when price > 0 then case when price > given then 1 else 0 end
          when first_price > 0 or given > 0 or (backs > 0 and corrections = 0) then 0
          else 1 end) as is_sold
        from per_buyer group by lead_id, source_id, day
      )
      select flags, day, sum(is_sold) as sold, sum(cents) as cents
      from per_lead join analytics_sources on analytics_sources.id = source_id
      where simulated = 0 and ${wanted}
      group by analytics_sources.id, flags, day`.execute(db),
  );
  return rows.map((row) => ({ ...row, sold: Number(row.sold), cents: Number(row.cents) }));
}
