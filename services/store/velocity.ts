import { createHash } from "node:crypto";
import { keyedHash, normalEmail, normalPhone } from "./address-hash.ts";
import type { Connection, Writer } from "./connection.ts";
import { acquireLocks, type VelocityLock } from "./locks.ts";

/** What several leads may have in common. */
export type SubjectKind = "phone" | "email" | "browser" | "network";

/**
 * `of`: the number, mailbox, session or network itself, of which a keyed hash is kept. `most`: leads of it that are usual;
 * `bearable`: what is over that and not over this is noted, and goes on.
 */
export type Subject = { kind: SubjectKind; of: string; most: number; bearable: number };

/** A lead on its way to a receiver. `at`: now, epoch milliseconds. */
type Going = { messageId: string; leadId: string; destination: string; at: number };

/** How many leads of one subject a receiver has had, with this one; `before`: the lead that was the last one, where it is known. */
export type Repeat = { kind: SubjectKind; nth: number; most: number; before?: string };

/** `nth` of the leads that a receiver had of one subject within its time. */
export type Sighting = {
  destination: string;
  leadId: string;
  kind: SubjectKind;
  nth: number;
  most: number;
  at: number;
};

/** Which leads of the same person, browser or network a receiver has had; of whom cannot be read from it. */
export interface Velocity {
  /**
   * Notes that a lead goes to its receiver, unless it is one too many there. The same message is noted once.
   * @param always notes it all the same
   * @returns what it is one too many of; undefined where it is not
   */
  take(
    going: Going,
    subjects: readonly Subject[],
    withinMs: number,
    always: boolean,
  ): Promise<Repeat | undefined>;
  /** The session of a visit, by its id. */
  browserOf(visitId: string): Promise<string | undefined>;
  /** Forgets a message that did not reach its receiver. */
  free(messageId: string): Promise<void>;
  ofLead(leadId: string): Promise<Sighting[]>;
}

/** The longest time that a receiver may set, in milliseconds: older sightings count for nobody. */
export const longestVelocityMs = 30 * 24 * 60 * 60_000;

/** One person's number and mailbox, each in one spelling. */
export function normalSubject(kind: "phone" | "email", value: unknown): string | undefined {
  return kind === "phone" ? normalPhone(value) : normalEmail(value);
}

/** @param key secret of this deployment, which hides whom a row is about */
export function velocityIn(connection: Connection, key: string): Velocity {
  const hashOf = ({ kind, of }: Subject) => keyedHash(key, JSON.stringify(["velocity", kind, of]));
  return {
    take: ({ at, ...going }, subjects, withinMs, always) =>
      connection.write(async (trx) => {
        if (subjects.length === 0) return undefined;
        const bearables = new Map(subjects.map((subject) => [hashOf(subject), subject.bearable]));
        await acquireLocks(trx, connection.kind, [...bearables.keys()].map(turnOf));
        const noted = await notedOf(trx, going.messageId);
        if (noted.length > 0)
          return noted.find(({ subjectHash, nth, most }) => nth > (bearables.get(subjectHash) ?? most));
        const rows = [];
        let repeat: Repeat | undefined;
        for (const subject of subjects) {
          const { kind, most, bearable } = subject;
          const subjectHash = hashOf(subject);
          const { count, before } = await seenOf(trx, going.destination, subjectHash, at - withinMs);
          const nth = count + 1;
          if (nth > bearable) repeat ??= { kind, nth, most, before };
          rows.push({ ...going, subjectHash, kind, nth, most, at });
        }
        if (!repeat || always) await trx.insertInto("velocity").values(rows).execute();
        return repeat;
      }),
    async browserOf(visitId) {
      const row = await connection.read((db) =>
        db.selectFrom("visits").select("sessionId").where("id", "=", visitId).executeTakeFirst(),
      );
      return row?.sessionId;
    },
    async free(messageId) {
      await connection.write((trx) =>
        trx.deleteFrom("velocity").where("messageId", "=", messageId).execute(),
      );
    },
    ofLead: (leadId) =>
      connection.read((db) =>
        db
          .selectFrom("velocity")
          .select(["destination", "leadId", "kind", "nth", "most", "at"])
          .where("leadId", "=", leadId)
          .orderBy("at")
          .orderBy("kind")
          .execute(),
      ),
  };
}

function notedOf(trx: Writer, messageId: string): Promise<(Repeat & { subjectHash: string })[]> {
  return trx
    .selectFrom("velocity")
    .select(["subjectHash", "kind", "nth", "most"])
    .where("messageId", "=", messageId)
    .execute();
}

async function seenOf(
  trx: Writer,
  destination: string,
  subjectHash: string,
  after: number,
): Promise<{ count: number; before: string }> {
  // More than this many, which a /48 may have, are no different.
  const rows = await trx
    .selectFrom("velocity")
    .select("leadId")
    .where("destination", "=", destination)
    .where("subjectHash", "=", subjectHash)
    .where("at", ">", after)
    .orderBy("at", "desc")
    .limit(2_500)
    .execute();
  return { count: rows.length, before: rows[0]?.leadId ?? "" };
}

/** Leads of one subject take turns; others rarely share one. */
function turnOf(hash: string): VelocityLock {
  return `velocity-${createHash("sha256").update(hash).digest()[0]! % 64}`;
}
