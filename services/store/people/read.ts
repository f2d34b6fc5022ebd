import type { ContactPoints } from "../address-hash.ts";
import type { Connection } from "../connection.ts";
import { leadFromRow } from "../leads.ts";
import { messageFromRow } from "../outbox-views.ts";
import type { Suppressions, Visit } from "../types.ts";
import { readVisit } from "../visits.ts";
import { findPerson, orNone } from "./find.ts";
import { hashesIn, type Keys } from "./hashed.ts";
import { requestsOf } from "./requests.ts";
import type { Holdings } from "./types.ts";

/** Everything about one person, as it is stored. */
export async function holdingsOf(
  connection: Connection,
  keys: Keys,
  suppressions: Suppressions,
  reach: ContactPoints,
): Promise<Holdings> {
  const found = await findPerson(connection, reach);
  const hashes = hashesIn(keys, [reach]);
  const [leads, sessions, visitIds] = [found.leads, found.sessions, found.visits].map(orNone);
  const rows = await connection.read(async (db) => ({
    leads: await db.selectFrom("leads").selectAll().where("id", "in", leads!).orderBy("id").execute(),
    messages: await db
      .selectFrom("outbox")
      .selectAll()
      .where("lead_id", "in", leads!)
      .orderBy("id")
      .execute(),
    refusedEmails: await db
      .selectFrom("bad_emails")
      .select(["times", "updated_at as updatedAt"])
      .where((or) => or.or([or("address_hash", "in", hashes.badEmails), or("session_id", "in", sessions!)]))
      .execute(),
    phoneCodes: await db
      .selectFrom("phone_codes")
      .select(["sends", "checks", "expires_at as expiresAt"])
      .where("phone_hash", "in", hashes.phoneCodes)
      .execute(),
    codeTries: await db
      .selectFrom("phone_code_tries")
      .select(["kind", "at"])
      .where((or) =>
        or.or([or("phone_hash", "in", hashes.phoneCodeTries), or("session_id", "in", sessions!)]),
      )
      .execute(),
    progressSaves: await db
      .selectFrom("progress_saves")
      .select(["visit_id as visitId", "progression_seq as progressionSeq", "backup_seq as backupSeq"])
      .where("visit_id", "in", visitIds!)
      .execute(),
  }));
  const visits: Visit[] = [];
  for (const id of found.visits) {
    const visit = await connection.read((db) => readVisit(db, (all) => all.where("id", "=", id)));
    if (visit) visits.push(visit);
  }
  return {
    ...rows,
    leads: rows.leads.map(leadFromRow),
    visits,
    messages: rows.messages.map(messageFromRow),
    consents: found.consents,
    suppressions: await suppressions.find(reach),
    requests: await requestsOf(connection, keys.addresses, reach),
  };
}
