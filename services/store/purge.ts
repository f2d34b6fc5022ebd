import type { Connection } from "./connection.ts";

/** So many visits go per transaction: other requests get their turn in between. */
const batch = 200;

/**
 * Deletes visits that made no lead and their logs, counts of refused e-mail addresses, and what is left of verification codes.
 * @param before epoch milliseconds: what was last touched earlier goes
 * @returns how many visits went
 */
export async function purgeVisits(connection: Connection, before: number): Promise<number> {
  await connection.write((trx) => trx.deleteFrom("bad_emails").where("updated_at", "<", before).execute());
  await connection.write((trx) => trx.deleteFrom("phone_codes").where("expires_at", "<", before).execute());
  await connection.write((trx) => trx.deleteFrom("phone_code_tries").where("at", "<", before).execute());
  let purged = 0;
  for (;;) {
    const gone = await connection.write(async (trx) => {
      const abandoned = trx
        .selectFrom("visits")
        .select("id")
        .where("lead_id", "is", null)
        .where("updated_at", "<", before)
        .limit(batch);
      const held = connection.kind === "postgres" ? abandoned.forUpdate().skipLocked() : abandoned;
      const ids = (await held.execute()).map((row) => row.id);
      if (ids.length > 0) await trx.deleteFrom("visits").where("id", "in", ids).execute();
      return ids.length;
    });
    purged += gone;
    if (gone < batch) return purged;
  }
}
