import { bearerIn, isId, type Person, withoutNames } from "../../observe/telling.ts";
import type { Writer } from "../engine/connection.ts";
import { orNone } from "../engine/statements.ts";
import type { KeptIds } from "./kept-ids.ts";
import { digestOf } from "./ledger-book.ts";
import type { LineRow } from "./ledger-lines.ts";

/** Replaces an id that identified a person who was erased. */
const erasedId = "(erased)";

/** The leads that are erased, with what their records say. */
type Erased = { id: string; record: Record<string, unknown> };

/**
 * Removes what identifies these leads' people from what outlives them: buyers' answers, reports, the books, and places
 * of caps. What this program writes there identifies nobody; earlier links and buyers could bring anything. A closed
 * month that was unchanged stays so, with another checksum. Call it before the leads are erased.
 */
export async function forgetInBooks(
  trx: Writer,
  leads: readonly Erased[],
  kept: Pick<KeptIds, "knows">,
): Promise<void> {
  const ids = orNone(leads.map(({ id }) => id));
  const about = new Map(leads.map(({ id, record }) => [id, { record, bearer: bearerIn(record) }]));
  await trx.updateTable("sales").set({ buyerId: null }).where("leadId", "in", ids).execute();
  const unbooked = await trx
    .selectFrom("sales")
    .select(["messageId", "leadId", "toBook"])
    .where("leadId", "in", ids)
    .where("toBook", "is not", null)
    .execute();
  for (const { messageId, leadId, toBook } of unbooked) {
    const { record, bearer } = about.get(leadId)!;
    const sale = JSON.parse(toBook!);
    const { reason, ...after } = withoutPerson({ person: "", reason: "", ...sale }, record, bearer);
    if (await kept.knows(trx, sale.affiliate)) after.affiliate = sale.affiliate;
    await trx
      .updateTable("sales")
      .set({ toBook: JSON.stringify({ ...sale, ...after }) })
      .where("messageId", "=", messageId)
      .execute();
  }
  const reports = await trx
    .selectFrom("outcomes")
    .select(["id", "leadId", "buyerLeadId"])
    .where("leadId", "in", ids)
    .where("buyerLeadId", "is not", null)
    .execute();
  for (const { id, leadId, buyerLeadId } of reports)
    if (tells(buyerLeadId!, about.get(leadId)!.bearer))
      await trx.updateTable("outcomes").set({ buyerLeadId: null }).where("id", "=", id).execute();
  const lines = await trx.selectFrom("salesLedger").selectAll().where("leadId", "in", ids).execute();
  const changed: { line: LineRow; after: Rewritten }[] = [];
  for (const line of lines) {
    const { record, bearer } = about.get(line.leadId)!;
    const after = withoutPerson(line, record, bearer);
    if (after.affiliate !== line.affiliate && (await kept.knows(trx, line.affiliate)))
      after.affiliate = line.affiliate;
    if (Object.entries(after).some(([name, value]) => line[name as keyof LineRow] !== value))
      changed.push({ line, after });
  }
  if (changed.length > 0) await rewrite(trx, changed);
  for (const { id, record } of leads) {
    const affiliate = String(record.affid ?? "");
    if (tells(affiliate, about.get(id)!.bearer) && !(await kept.knows(trx, affiliate)))
      await trx.deleteFrom("dailyPlaces").where("destination", "=", `affiliate ${affiliate}`).execute();
  }
}

/** Hashes of ids, and their replacements, identify nobody. */
function tells(id: string, bearer: Person): boolean {
  return id !== "" && !/^(#[0-9a-f]{24}|\(\w+\))$/.test(id) && !isId(id, bearer, 100);
}

type Rewritten = Pick<LineRow, "affiliate" | "subId" | "offer" | "buyerLeadId" | "reason">;

function withoutPerson(line: LineRow, record: Record<string, unknown>, bearer: Person): Rewritten {
  const idOf = (id: string) => (tells(id, bearer) ? erasedId : id);
  const { buyerLeadId } = line;
  return {
    affiliate: idOf(line.affiliate),
    subId: line.subId.split("/").map(idOf).join("/"),
    offer: idOf(line.offer),
    buyerLeadId: buyerLeadId !== null && tells(buyerLeadId, bearer) ? null : buyerLeadId,
    reason: line.person === "" ? line.reason : withoutNames(line.reason, record),
  };
}

async function rewrite(trx: Writer, changed: readonly { line: LineRow; after: Rewritten }[]): Promise<void> {
  const closed = await trx.selectFrom("closedMonths").selectAll().execute();
  const months = closed.filter(({ begins, ends }) =>
    changed.some(({ line: { at } }) => at >= begins && at < ends),
  );
  const unchanged: typeof months = [];
  for (const month of months) {
    const { lines, digest } = await digestOf(trx, month);
    if (lines === month.lines && digest === month.digest) unchanged.push(month);
  }
  for (const { line, after } of changed)
    await trx.updateTable("salesLedger").set(after).where("id", "=", line.id).execute();
  for (const month of unchanged)
    await trx
      .updateTable("closedMonths")
      .set({ digest: (await digestOf(trx, month)).digest })
      .where("month", "=", month.month)
      .execute();
}
