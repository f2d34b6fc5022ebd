import type { ContactPoints } from "../address-hash.ts";
import type { Connection } from "../connection.ts";
import type { ConsentRow } from "../consent-types.ts";
import { consentsIn } from "../consents.ts";
import { matcherOf } from "./matches.ts";

/** Whose rows they are, by id. */
export type Found = { leads: string[]; visits: string[]; sessions: string[]; consents: ConsentRow[] };

const page = 500;

/** Reads leads, visits' logs and consents from beginning to end: no index gives away who is in the store. */
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
      .select(["id", "session_id", "lead_id"])
      .where((or) => or.or([or("id", "in", orNone(walked)), or("lead_id", "in", orNone(named))]))
      .execute(),
  );
  return {
    leads: unique([...named, ...visits.map((row) => row.lead_id)]),
    visits: visits.map(({ id }) => id),
    sessions: unique(visits.map((row) => row.session_id)),
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
        .selectFrom("visit_log")
        .select(["visit_id", "body"])
        .where("visit_id", ">", from)
        .where("visit_id", "<=", last)
        .execute(),
    );
    found.push(...log.filter(({ body }) => isAbout(body)).map((row) => row.visit_id));
    after = last;
  }
}

/** For `in`, which must not be empty. */
export function orNone(ids: string[]): string[] {
  return ids.length > 0 ? ids : [""];
}

function unique(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
