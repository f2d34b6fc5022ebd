import { comparableEmail } from "../../../machines/rules/email.ts";
import { consentsIn } from "../consents/consents.ts";
import { type ContactPoints, keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import { orNone } from "../engine/statements.ts";
import type { ConsentRow } from "../rows.ts";
import { phoneCodeHash } from "../visits/phone-codes.ts";
import { verdictHash } from "../visits/verdicts.ts";

/**
 * A test whether a JSON text is about somebody: one of its texts is the address or the number, in any notation. A text
 * that merely mentions one, such as a description, is somebody else's.
 */
export function matcherOf(reach: ContactPoints): (json: string) => boolean {
  const email = normalEmail(reach.email);
  const phone = normalPhone(reach.phone);
  const isThis = (text: string) =>
    (email !== undefined && normalEmail(text) === email) ||
    (phone !== undefined && normalPhone(text) === phone);
  // Most rows are not parsed at all. An address has an @ in each of its spellings.
  const isCandidate = (json: string) =>
    (email !== undefined && /[@＠]/.test(json)) || (phone !== undefined && json.includes(phone.slice(-4)));
  return (json) => isCandidate(json) && textsIn(JSON.parse(json)).some(isThis);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The ids of the person's rows. */
export type Found = { leads: string[]; visits: string[]; sessions: string[]; consents: ConsentRow[] };

const page = 500;

/** Reads leads, visits' logs and consents from beginning to end: no index reveals who is in the store. */
export async function findPerson(connection: Connection, reach: ContactPoints): Promise<Found> {
  const isAbout = matcherOf(reach);
  const named = await leadsAbout(connection, isAbout);
  const walked = await visitsAbout(connection, isAbout);
  const consents: ConsentRow[] = [];
  for await (const consent of consentsIn(connection).iterate()) {
    if (named.includes(consent.leadId) || isAbout(consent.body)) consents.push(consent);
  }
  // A visit's lead and a lead's visit are one person's, also where the address was corrected in between.
  const visits = await connection.read((db) =>
    db
      .selectFrom("visits")
      .select(["id", "sessionId", "leadId"])
      .where((or) => or.or([or("id", "in", orNone(walked)), or("leadId", "in", orNone(named))]))
      .execute(),
  );
  return {
    leads: unique([...named, ...visits.map((row) => row.leadId)]),
    visits: visits.map(({ id }) => id),
    sessions: unique(visits.map((row) => row.sessionId)),
    consents,
  };
}

async function leadsAbout(connection: Connection, isAbout: (json: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (let after = ""; ; ) {
    const rows = await connection.read((db) =>
      db
        .selectFrom("leads")
        .select(["id", "record"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(page)
        .execute(),
    );
    found.push(...rows.filter(({ record }) => isAbout(record)).map(({ id }) => id));
    if (rows.length < page) return found;
    after = rows.at(-1)!.id;
  }
}

async function visitsAbout(connection: Connection, isAbout: (json: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (let after = ""; ; ) {
    const ids = await connection.read((db) =>
      db.selectFrom("visits").select("id").where("id", ">", after).orderBy("id").limit(page).execute(),
    );
    if (ids.length === 0) return unique(found);
    const last = ids.at(-1)!.id;
    const from = after;
    const log = await connection.read((db) =>
      db
        .selectFrom("visitLog")
        .select(["visitId", "seq", "body"])
        .where("visitId", ">", from)
        .where("visitId", "<=", last)
        .execute(),
    );
    found.push(...log.filter(({ body }) => isAbout(body)).map((row) => row.visitId));
    after = last;
  }
}

function unique(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** The keys under which addresses are hashed: `codes` has those of verification codes, the old ones too. */
export type Keys = { addresses: string; codes: readonly string[] };

/** The rows with only hashes of these addresses, by table. Never empty, as `in` requires. */
export function hashesIn(keys: Keys, reaches: ContactPoints[]) {
  const emails = reaches.flatMap(({ email }) => (typeof email === "string" ? comparableEmail(email) : []));
  const numbers = reaches.flatMap(({ phone }) => normalPhone(phone) ?? []);
  const dialled = numbers.map((digits) => `+1${digits}`);
  const codeHashes = (hash: (key: string, number: string) => string) =>
    keys.codes.flatMap((key) => dialled.map((number) => hash(key, number)));
  return {
    badEmails: ["", ...emails.map((email) => keyedHash(keys.addresses, email))],
    phoneCodes: ["", ...codeHashes(phoneCodeHash)],
    phoneCodeTries: ["", ...codeHashes(keyedHash)],
    verdicts: [
      "",
      ...emails.map((email) => verdictHash(keys.addresses, "emailCheck", email)),
      ...numbers.map((digits) => verdictHash(keys.addresses, "phoneCheck", digits)),
    ],
  };
}
