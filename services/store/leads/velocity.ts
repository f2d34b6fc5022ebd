import { keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import type { Sighting, SubjectKind } from "../rows.ts";
import { judgedIn } from "./velocity-judged.ts";

/**
 * `of`: the number, mailbox, session or network itself, of which a keyed hash is kept. `most`: leads of it that are usual;
 * `bearable`: what is over that and not over this is noted, and goes on.
 */
export type Subject = { kind: SubjectKind; of: string; most: number; bearable: number };

/** A lead on its way to a receiver. `at`: now, epoch milliseconds. */
export type Going = { messageId: string; leadId: string; destination: string; at: number };

/** How many leads of one subject a receiver has had, with this one; `before`: the lead that was the last one, where it is known. */
export type Repeat = { kind: SubjectKind; nth: number; most: number; before?: string };

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

/** How long sightings are kept where no receiver's time is longer, in milliseconds. */
export const usualVelocityMs = 30 * 24 * 60 * 60_000;

/** One person's number and mailbox, each in one spelling. */
export function normalSubject(kind: "phone" | "email", value: unknown): string | undefined {
  return kind === "phone" ? normalPhone(value) : normalEmail(value);
}

/** @param key secret of this deployment, which hides whom a row is about */
export function velocityIn(connection: Connection, key: string): Velocity {
  const hashOf = ({ kind, of }: Subject) => keyedHash(key, JSON.stringify(["velocity", kind, of]));
  const judged = judgedIn(connection);
  const sessionOf = connection.prepare((db, given: { visitId: string }) =>
    db.selectFrom("visits").select("sessionId").where("id", "=", given.visitId),
  );
  return {
    async take(going, subjects, withinMs, always) {
      if (subjects.length === 0) return undefined;
      const hashed = subjects.map((subject) => ({ ...subject, hash: hashOf(subject) }));
      return await connection.transact(() => judged(going, hashed, going.at - withinMs, always));
    },
    async browserOf(visitId) {
      const [row] = await connection.query(sessionOf({ visitId }));
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
