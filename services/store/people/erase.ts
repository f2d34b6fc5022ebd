import { forgetInFeatures } from "../../features.ts";
import { forgetSourcesOf, forgetTelling } from "../analytics/analytics-sources.ts";
import type { ContactPoints } from "../engine/address-hash.ts";
import type { Connection, Writer } from "../engine/connection.ts";
import { orNone } from "../engine/statements.ts";
import { queueForgetting } from "../guards/forgotten-keys.ts";
import { messageRow } from "../leads/submit.ts";
import { noticeKinds } from "../rows.ts";
import { type Holder, reachedBy } from "../sales/holders.ts";
import type { KeptIds } from "../sales/kept-ids.ts";
import { forgetInBooks } from "../sales/ledger-erasure.ts";
import { keepSources } from "../sales/sales.ts";
import { consentOwner } from "../sealed/person-cipher.ts";
import { eraseVisits } from "../visits/visits.ts";
import { hashesIn, type Keys } from "./find.ts";
import type { Holdings, Notice } from "./people.ts";

type DueNotice = Notice & Holder;

/** Names of the outbox's rows that tell a receiver to delete what it has. */
const noticePrefix = "deletion.";
/** The receiver of answers while they are given. */
const progressReceiver = "progress-save";

/**
 * Forgets these leads: visits and deliveries go, and of themselves only id, time, variant and the firms named stay, to
 * which the consent record and the deletion notices belong.
 * @param kept which affiliates are the operator's own, whose ids stay
 */
export async function eraseLeads(
  trx: Writer,
  ids: string[],
  at: number,
  kept: Pick<KeptIds, "knows">,
): Promise<void> {
  // Notices stay, and so does what came of them: their receivers have to have them although the lead is gone.
  let rows = trx.deleteFrom("outbox").where("leadId", "in", orNone(ids));
  for (const kind of noticeKinds) rows = rows.where("destination", "not like", `${kind}.%`);
  await rows.execute();
  await trx.deleteFrom("velocity").where("leadId", "in", orNone(ids)).execute();
  await queueForgetting(trx, ids);
  await trx.deleteFrom("leadNotes").where("leadId", "in", orNone(ids)).execute();
  await trx.deleteFrom("leadKeys").where("leadId", "in", orNone(ids)).execute();
  const leads = await trx
    .selectFrom("leads")
    .select(["id", "origin", "record", "erasedAt"])
    .where("id", "in", orNone(ids))
    .execute();
  const left = leads
    .filter(({ erasedAt }) => erasedAt === null)
    .map(({ id, record }) => ({ id, record: recordIn(record) }));
  await forgetInBooks(trx, left, kept);
  const sold = await trx
    .selectFrom("sales")
    .select("leadId")
    .where("leadId", "in", orNone(ids))
    .union(trx.selectFrom("salesLedger").select("leadId").where("leadId", "in", orNone(ids)))
    .execute();
  await keepSources(
    trx,
    sold.map(({ leadId }) => leadId),
  );
  await forgetTelling(
    trx,
    leads.map(({ origin }) => origin),
    left.map(({ record }) => record),
    kept,
  );
  await eraseVisits(trx, orNone(leads.map(({ origin }) => origin)));
  await trx
    .updateTable("leads")
    .set((eb) => ({
      origin: eb.ref("id"),
      qualified: null,
      dqReason: null,
      record: "{}",
      derived: "[]",
      location: "",
      signs: null,
      erasedAt: at,
    }))
    .where("id", "in", orNone(ids))
    .where("erasedAt", "is", null)
    .execute();
}

/** A record; of one whose key is forgotten already nothing is known. */
function recordIn(text: string): Record<string, unknown> {
  return text === "" ? {} : JSON.parse(text);
}

/**
 * Everything of one person at once; what tells the receivers is queued in the same transaction. The rows of their consents
 * stay, in which the log's proofs are whole; where consents have keys of their own nobody can read them any more.
 */
export function erasePerson(
  connection: Connection,
  keys: Keys,
  person: Pick<Holdings, "leads" | "visits" | "consents"> & { reaches: ContactPoints[] },
  at: number,
  kept: Pick<KeptIds, "knows">,
): Promise<Notice[]> {
  const leads = person.leads.map(({ id }) => id);
  const hashes = hashesIn(keys, person.reaches);
  const sessions = orNone(person.visits.map(({ sessionId }) => sessionId));
  return connection.write(async (trx) => {
    // Nobody claims a message between the question who may have it and its end; a file's one writer needs no lock.
    if (connection.kind === "postgres")
      await trx.selectFrom("outbox").select("id").where("leadId", "in", orNone(leads)).forUpdate().execute();
    const notices = await noticesFor(trx, leads);
    await forgetSourcesOf(
      trx,
      person.visits.map(({ id }) => id),
    );
    await eraseLeads(trx, leads, at, kept);
    await queueForgetting(trx, [...leads, ...person.consents.map(({ leadId }) => leadId)].map(consentOwner));
    await eraseVisits(trx, orNone(person.visits.map(({ id }) => id)));
    await trx
      .deleteFrom("badEmails")
      .where((or) => or.or([or("addressHash", "in", hashes.badEmails), or("sessionId", "in", sessions)]))
      .execute();
    await trx.deleteFrom("phoneCodes").where("numberHash", "in", hashes.phoneCodes).execute();
    await trx.deleteFrom("verdicts").where("subjectHash", "in", hashes.verdicts).execute();
    await forgetInFeatures(trx, person.reaches, keys.addresses);
    await trx
      .deleteFrom("phoneCodeTries")
      .where((or) => or.or([or("phoneHash", "in", hashes.phoneCodeTries), or("sessionId", "in", sessions)]))
      .execute();
    // Who has to delete a lead has nothing left that they may not use.
    await trx
      .deleteFrom("outbox")
      .where("leadId", "in", orNone(leads))
      .where("destination", "like", "revoked.%")
      .where("status", "not in", ["delivered", "sending"])
      .execute();
    const rows = notices.map(({ leadId, receiver, messageId, after }) => {
      const payload = { type: "deletion", receiver, message_id: messageId };
      const destination = `${noticePrefix}${receiver}`;
      const row = messageRow(leadId, { destination, payload, status: "waiting" }, at);
      return { ...row, runAt: Math.max(at, after ?? 0) };
    });
    if (rows.length > 0)
      await trx
        .insertInto("outbox")
        .values(rows)
        .onConflict((c) => c.column("id").doNothing())
        .execute();
    return notices.map(({ id, receiver, messageId }) => ({ id, receiver, messageId }));
  });
}

/** Every receiver that may have one of these leads; ask before they are erased. */
async function noticesFor(trx: Writer, leads: string[]): Promise<DueNotice[]> {
  const sent = await reachedBy(trx, leads);
  const forwarded = await trx
    .selectFrom("progressSaves")
    .innerJoin("visits", "visits.id", "progressSaves.visitId")
    .select(["visits.id", "visits.leadId"])
    .where("visits.leadId", "in", orNone(leads))
    .where((or) => or.or([or("progressionSeq", ">", 0), or("backupSeq", ">", 0)]))
    .execute();
  return [
    ...sent.map((each) => notice(each.leadId, each.receiver, each.messageId, each.after)),
    ...forwarded.map((row) => notice(row.leadId!, progressReceiver, row.id)),
  ];
}

function notice(leadId: string, receiver: string, messageId: string, after: number | null = null): DueNotice {
  return { id: `${leadId}.${noticePrefix}${receiver}`, receiver, messageId, leadId, after };
}
