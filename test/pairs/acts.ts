import { reached } from "./calendar.ts";
import type { Day } from "./day.ts";
import { failingIn } from "./features.ts";
import { anasPhone } from "./people.ts";

/** Ana is erased, by command as her request came by mail. */
export async function erase(day: Day): Promise<void> {
  // Visits are counted within seconds, which the clock here has left out: the visits of all leads were counted long ago.
  const uncounted = () =>
    day.sql<{ n: number }>(
      "select count(*) as n from leads where origin not in (select visit_id from analytics_sessions where visit_id is not null)",
    );
  if (
    day.row.erasure !== "during" &&
    !(await reached(async () => Number((await uncounted())[0]!.n) === 0, 30_000, 50))
  )
    day.wrong("visits are counted", "not within half a minute");
  const { status, stderr } = await day.command(
    "privacy delete --yes",
    `p.featherstone@example.com\n${anasPhone}\n`,
  );
  if (status !== 0 && !/run this command again/.test(stderr)) day.wrong("a person can be erased", stderr);
  day.erasedAt = Date.now();
}

/** Makes every insert fail that is to on a day of this row. */
export async function breakInserts({ row, sql }: Day): Promise<void> {
  const { table, when } = failingIn(row)!;
  if (row.database === "sqlite") {
    await sql(
      `create trigger pairs_fault before insert on ${table} when ${when} begin select raise(abort, 'a fault of the pairs'); end`,
    );
    return;
  }
  await sql(
    "create function pairs_fault() returns trigger language plpgsql as $$ begin raise exception 'a fault of the pairs'; end $$",
  );
  await sql(
    `create trigger pairs_fault before insert on ${table} for each row when (${when}) execute function pairs_fault()`,
  );
}

export async function mendInserts({ row, sql }: Day): Promise<void> {
  const { table } = failingIn(row)!;
  await sql(`drop trigger pairs_fault${row.database === "sqlite" ? "" : ` on ${table}`}`);
  if (row.database !== "sqlite") await sql("drop function pairs_fault()");
}
