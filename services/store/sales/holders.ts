import { bidsName } from "../../settings/destinations/shape.ts";
import type { Reader } from "../engine/connection.ts";
import { orNone } from "../engine/statements.ts";
import { aboutLeads, type MessageStatus } from "../rows.ts";
import { lineOf } from "./ledger-book.ts";
import { isSame, type SalesLine, standingOf } from "./ledger-lines.ts";

/** A receiver that has a lead, or may have it, and the message by which it knows the lead. */
export type Holder = {
  leadId: string;
  receiver: string;
  messageId: string;
  /** Until then it may still be on its way; epoch milliseconds. */
  after: number | null;
};

/** Certificate checks: the certifier has not bought the lead. */
export const checks = ["trustedform-certificate", "jornaya-audit"];

/** Every receiver that one of these leads may have reached. */
export async function reachedBy(
  db: Reader,
  leads: readonly string[],
): Promise<(Holder & { status: MessageStatus })[]> {
  const sent = await db
    .selectFrom("outbox")
    .select(["id", "leadId", "destination", "lockedUntil", "status"])
    .where("leadId", "in", orNone([...leads]))
    // Who was told about a lead was told nothing of who it is.
    .where("destination", "not like", aboutLeads)
    // Nor was any buyer, by who was asked for bids; that row is nobody whom a notice could reach.
    .where("destination", "!=", bidsName)
    // Each claim is an attempt, also one whose end nobody recorded, and what failed may have arrived all the same.
    .where("attempts", ">", (row) =>
      row
        .selectFrom("outboxAttempts")
        .select((row) => row.fn.countAll<number>().as("unsent"))
        .whereRef("outboxAttempts.outboxId", "=", "outbox.id")
        .where("outcome", "in", ["suppressed", "held"]),
    )
    .orderBy("id")
    .execute();
  return sent.map(({ id, leadId, destination, lockedUntil, status }) => ({
    leadId,
    receiver: destination,
    messageId: id,
    after: lockedUntil,
    status,
  }));
}

/** Whether a buyer has returned a lead, and owes nothing for it: who was credited some or all of its price still has it. */
function isGivenBack(lines: readonly SalesLine[]): boolean {
  const { price, given, isReturned } = standingOf(lines);
  return isReturned && given >= price && lines.some(({ kind }) => kind === "return");
}

/**
 * Who has a lead and would go on to use it: not those who declined it, have given it back, or told us themselves that its person
 * wants no call. Of a lead that is erased those are known who bought it and were not told to delete it.
 */
export async function holdersOf(
  db: Reader,
  leadId: string,
): Promise<(Holder & { buyerLeadId: string | null })[]> {
  const sent = await reachedBy(db, [leadId]);
  const sales = await db
    .selectFrom("sales")
    .select(["messageId", "buyerId"])
    .where("leadId", "=", leadId)
    .orderBy("messageId")
    .execute();
  const sold = sales
    .filter(({ messageId }) => sent.every((each) => each.messageId !== messageId))
    .map(({ messageId }) => {
      const receiver = messageId.slice(leadId.length + 1);
      return { leadId, receiver, messageId, after: null, status: "delivered" as const };
    });
  const lines = (await db.selectFrom("salesLedger").selectAll().where("leadId", "=", leadId).execute()).map(
    lineOf,
  );
  const deleted = await db
    .selectFrom("outbox")
    .select("destination")
    .where("leadId", "=", leadId)
    .where("destination", "like", "deletion.%")
    .execute();
  const stops = await db.selectFrom("stops").select("buyer").where("leadId", "=", leadId).execute();
  return [...sent, ...sold].flatMap(({ status, ...holder }) => {
    const { receiver, messageId } = holder;
    const own = lines.filter(({ buyer }) => isSame(buyer, receiver));
    const isGone =
      status === "rejected" ||
      checks.includes(receiver) ||
      stops.some(({ buyer }) => isSame(buyer, receiver)) ||
      deleted.some(({ destination }) => destination === `deletion.${receiver}`) ||
      isGivenBack(own);
    if (isGone) return [];
    const buyerLeadId = sales.find((sale) => sale.messageId === messageId)?.buyerId ?? null;
    return { ...holder, buyerLeadId };
  });
}
