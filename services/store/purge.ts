import type { Log } from "../log.ts";
import type { Connection } from "./connection.ts";

/** So many visits go per transaction: other requests get their turn in between. */
const batch = 200;

/**
 * Deletes visits that made no lead and their logs, counts of refused e-mail addresses, and what is left of
 * verification codes. What of a visit has not reached the progress endpoint by then goes with it.
 * @param before epoch milliseconds: what was last touched earlier goes
 * @returns how many visits went
 */
export async function purgeVisits(connection: Connection, before: number, log: Log): Promise<number> {
  await connection.write((trx) => trx.deleteFrom("bad_emails").where("updated_at", "<", before).execute());
  await connection.write((trx) => trx.deleteFrom("phone_codes").where("expires_at", "<", before).execute());
  await connection.write((trx) => trx.deleteFrom("phone_code_tries").where("at", "<", before).execute());
  let purged = 0;
  for (;;) {
    const { gone, unsent } = await connection.write(async (trx) => {
      const abandoned = trx
        .selectFrom("visits")
        .select("id")
        .where("lead_id", "is", null)
        .where("updated_at", "<", before)
        .limit(batch);
      const held = connection.kind === "postgres" ? abandoned.forUpdate().skipLocked() : abandoned;
      const ids = (await held.execute()).map((row) => row.id);
      if (ids.length === 0) return { gone: 0, unsent: 0 };
      const waiting = trx
        .selectFrom("progress_saves")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("visit_id", "in", ids)
        .where("next_at", "is not", null);
      const { count } = await waiting.executeTakeFirstOrThrow();
      await trx.deleteFrom("visits").where("id", "in", ids).execute();
      return { gone: ids.length, unsent: count };
    });
    if (unsent > 0) log("progress.dropped", { count: unsent });
    purged += gone;
    if (gone < batch) return purged;
  }
}
