import { type Kysely, sql } from "kysely";

/**
 * Views are saved no more, as a page's own address is one. A survey's saved views become one note of today, with the
 * address of each. A process of the release before may still ask for the table: a later release drops it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = Date.now();
  const today = Math.floor(now / 86_400_000);
  await sql`
    insert into day_notes (id, variant, place, day, words, at, person)
    select
      min(id), variant, '', ${sql.lit(today)},
      'Views are no longer saved: bookmark or share the address of a page. These were saved:' || string_agg(
        ${"\n"} || name || ': /graphs/' || variant || '/' || page || case when query = '' then '' else '?' || query end,
        '' order by name
      ),
      ${sql.lit(now)}, 'the upgrade'
    from saved_views group by variant`.execute(db);
}
