import { clean } from "../engine/clean.ts";
import type { Connection } from "../engine/connection.ts";
import { messageRow } from "../leads/submit.ts";
import type { AttemptOutcome, Message } from "../rows.ts";

/** What else may become of a claimed message whose receiver has a route: it waits, is turned away or passed on. */
export type OutboxRoutes = ReturnType<typeof outboxRoutesIn>;

export function outboxRoutesIn(connection: Connection, now: () => number) {
  return {
    /** Puts it back until then; that was no attempt. */
    async defer({ id, attempts }: Message, runAt: number, why: string): Promise<void> {
      await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({
            status: "waiting",
            attempts: attempts - 1,
            runAt,
            lockedUntil: null,
            lastError: clean(why),
            updatedAt: now(),
          })
          .where("id", "=", id)
          .where("status", "=", "sending")
          .where("attempts", "=", attempts)
          .execute(),
      );
    },
    /**
     * Ends it without a sale and queues the lead for the next receiver, if there is one, both or neither. Another process
     * that has taken the message meanwhile decides in this one's place.
     */
    async passOn(
      message: Message,
      {
        outcome,
        next,
        payload = JSON.parse(message.payload),
        ...ending
      }: {
        outcome: AttemptOutcome;
        detail: string;
        next: string | undefined;
        /** What the next one gets; the same, unless told. */
        payload?: Record<string, unknown>;
      },
    ): Promise<void> {
      const { id, leadId, attempts: attempt } = message;
      const at = now();
      const detail = clean(ending.detail);
      // Made here: in the transaction the request is not known.
      const row =
        next === undefined
          ? undefined
          : messageRow(leadId, { destination: next, payload, status: "waiting" }, at);
      await connection.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("outbox")
          .set({ status: "rejected", lockedUntil: null, lastError: detail, updatedAt: at })
          .where("id", "=", id)
          .where("status", "=", "sending")
          .where("attempts", "=", attempt)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) return;
        await trx
          .insertInto("outboxAttempts")
          .values({ outboxId: id, attempt, at, outcome, detail })
          .onConflict((c) => c.doNothing())
          .execute();
        if (!row) return;
        await trx
          .insertInto("outbox")
          .values(row)
          .onConflict((c) => c.column("id").doNothing())
          .execute();
      });
    },
  };
}
