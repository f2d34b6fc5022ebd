import { type ContactPoints, hashesOf, knownHashesOf } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import { orNone } from "../engine/statements.ts";
import { uuid7 } from "../engine/uuid7.ts";
import { forgetKeys } from "../guards/forgotten-keys.ts";
import type { Suppressions } from "../guards/suppressions.ts";
import { leadFromRow } from "../leads/leads.ts";
import type {
  ConsentRow,
  Lead,
  Message,
  Note,
  PrivacyRequest,
  RequestKind,
  Suppression,
  Visit,
} from "../rows.ts";
import type { KeptIds } from "../sales/kept-ids.ts";
import type { PersonKeys } from "../sealed/person-keys.ts";
import { visitReader } from "../visits/visits.ts";
import { erasePerson } from "./erase.ts";
import { findPerson, hashesIn, type Keys } from "./find.ts";

/** Everything that is kept about one person. Hashes and the ids of sessions are left out: they say nothing. */
export type Holdings = {
  leads: Lead[];
  visits: Visit[];
  messages: Message[];
  consents: ConsentRow[];
  /** Addresses that were refused, by the sessions in which they were typed. */
  refusedEmails: { times: number; updatedAt: number }[];
  /** Our own codes that can still be used. */
  phoneCodes: { sends: number; checks: number; expiresAt: number }[];
  codeTries: { kind: "send" | "check"; at: number }[];
  /** How far each visit's answers have been forwarded. */
  progressSaves: { visitId: string; progressionSeq: number; backupSeq: number }[];
  /** Notes of the console's people about the leads. */
  notes: Note[];
  suppressions: Suppression[];
  requests: PrivacyRequest[];
};

/** A receiver that has to delete its copy, and the message by which it knows the lead. */
export type Notice = { id: string; receiver: string; messageId: string };

export interface People {
  /** Reads the whole store: addresses are compared however they were written. */
  find(reach: ContactPoints): Promise<Holdings>;
  /**
   * Forgets whom `find` finds, in one transaction, and puts all their addresses on the suppression list. Of a lead its
   * id, time and variant stay; its consent record stays as evidence.
   * @returns the receivers for whom a deletion notice was queued
   */
  erase(reach: ContactPoints): Promise<Notice[]>;
  /** Writes down that somebody asked. */
  record(kind: RequestKind, reach: ContactPoints): Promise<void>;
  /**
   * Overwrites what erased rows left in the files.
   * @returns false when somebody else's reading or writing held that up
   */
  scrub(): Promise<boolean>;
}

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
    messages: await db.selectFrom("outbox").selectAll().where("leadId", "in", leads!).orderBy("id").execute(),
    notes: await db.selectFrom("leadNotes").selectAll().where("leadId", "in", leads!).orderBy("id").execute(),
    refusedEmails: await db
      .selectFrom("badEmails")
      .select(["times", "updatedAt"])
      .where((or) => or.or([or("addressHash", "in", hashes.badEmails), or("sessionId", "in", sessions!)]))
      .execute(),
    phoneCodes: await db
      .selectFrom("phoneCodes")
      .select(["sends", "checks", "expiresAt"])
      .where("numberHash", "in", hashes.phoneCodes)
      .execute(),
    codeTries: await db
      .selectFrom("phoneCodeTries")
      .select(["kind", "at"])
      .where((or) => or.or([or("phoneHash", "in", hashes.phoneCodeTries), or("sessionId", "in", sessions!)]))
      .execute(),
    progressSaves: await db
      .selectFrom("progressSaves")
      .select(["visitId", "progressionSeq", "backupSeq"])
      .where("visitId", "in", visitIds!)
      .execute(),
  }));
  const visits: Visit[] = [];
  const { load } = visitReader(connection);
  for (const id of found.visits) {
    const visit = await load(id);
    if (visit) visits.push(visit);
  }
  return {
    ...rows,
    leads: rows.leads.map(leadFromRow),
    visits,
    consents: found.consents,
    suppressions: await suppressions.find(reach),
    requests: await requestsOf(connection, keys.addresses, reach),
  };
}

export async function recordRequest(
  connection: Connection,
  key: string,
  kind: RequestKind,
  reach: ContactPoints,
  at: number,
): Promise<void> {
  const rows = hashesOf(key, reach).map(({ kind: reachKind, hash }) => ({
    id: uuid7(at),
    kind,
    reachKind: reachKind,
    addressHash: hash,
    at,
  }));
  if (rows.length > 0)
    await connection.write((trx) => trx.insertInto("privacyRequests").values(rows).execute());
}

export async function requestsOf(
  connection: Connection,
  key: string,
  reach: ContactPoints,
): Promise<PrivacyRequest[]> {
  const hashes = knownHashesOf(key, reach);
  if (hashes.length === 0) return [];
  return connection.read((db) =>
    db
      .selectFrom("privacyRequests")
      .select(["id", "kind", "reachKind", "at"])
      .where("addressHash", "in", hashes)
      .orderBy("id")
      .execute(),
  );
}

/** One person in every table, to be shown or forgotten. */
export function peopleIn(
  connection: Connection,
  keys: Keys,
  suppressions: Suppressions,
  now: () => number,
  personKeys: PersonKeys | undefined,
  kept: Pick<KeptIds, "knows">,
): People {
  const find = (reach: ContactPoints) => holdingsOf(connection, keys, suppressions, reach);
  return {
    find,
    async erase(reach) {
      const holdings = await find(reach);
      const reaches = [reach, ...holdings.leads.map(({ record }) => record as ContactPoints)];
      // First of all: from here on nothing more goes out.
      for (const each of reaches) await suppressions.add(each, "erased", "deletion request");
      const notices = await erasePerson(connection, keys, { ...holdings, reaches }, now(), kept);
      await forgetKeys(connection, personKeys);
      return notices;
    },
    record: (kind, reach) => recordRequest(connection, keys.addresses, kind, reach, now()),
    scrub: () => connection.scrub(),
  };
}
