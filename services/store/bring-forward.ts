import type { Connection } from "./connection.ts";

/** Nothing may be set to wait for more than a day; an hour more, since clocks of processes differ. */
const longestWaitMs = 25 * 60 * 60 * 1000;

/**
 * Makes due which messages and progress saves are to wait, or are held, longer than anything is: a wrong clock said so.
 * @returns how many
 */
export async function bringForward(connection: Connection, at: number): Promise<number> {
  const tooFar = at + longestWaitMs;
  const results = await connection.write(async (trx) => [
    await trx
      .updateTable("outbox")
      .set({ status: "waiting", runAt: at, lockedUntil: null, updatedAt: at })
      .where((or) =>
        or.or([
          or("status", "=", "waiting").and("runAt", ">", tooFar),
          or("status", "=", "sending").and("lockedUntil", ">", tooFar),
        ]),
      )
      .executeTakeFirst(),
    await trx
      .updateTable("progressSaves")
      .set({ nextAt: at, lockedUntil: null })
      .where((or) =>
        or.or([
          or("nextAt", ">", tooFar),
          // Only what is still to be sent, which the index has, is held for anything.
          or("nextAt", "is not", null).and("lockedUntil", ">", tooFar),
        ]),
      )
      .executeTakeFirst(),
  ]);
  return results.reduce((count, { numUpdatedRows }) => count + Number(numUpdatedRows), 0);
}
