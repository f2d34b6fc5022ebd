import { createHash } from "node:crypto";
import { keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import type { VelocityLock } from "../engine/locks.ts";
import type { Prepare, Work } from "../engine/statements.ts";
import type { Sighting, SubjectKind } from "../rows.ts";

/**
 * `of`: the number, mailbox, session or network itself, of which a keyed hash is kept. `most`: leads of it that are usual;
 * `bearable`: what is over that and not over this is noted, and goes on.
 */
export type Subject = { kind: SubjectKind; of: string; most: number; bearable: number };

/** A lead on its way to a receiver. `at`: now, epoch milliseconds. */
export type Going = { messageId: string; leadId: string; destination: string; at: number };

/** How many leads of one subject a receiver has had, with this one; `before`: the lead that was the last one, where it is known. */
export type Repeat = { kind: SubjectKind; nth: number; most: number; before?: string };

/** How long sightings are kept where no receiver's time is longer, in milliseconds. */
export const usualVelocityMs = 30 * 24 * 60 * 60_000;

/** One person's number and mailbox, each in one spelling. */
export function normalSubject(kind: "phone" | "email", value: unknown): string | undefined {
  return kind === "phone" ? normalPhone(value) : normalEmail(value);
}

/**
 * Which leads of the same person, browser or network a receiver has had; of whom cannot be read from it.
 * @param key secret of this deployment, which hides whom a row is about
 */
export function velocityIn(connection: Connection, key: string) {
  const hashOf = ({ kind, of }: Subject) => keyedHash(key, JSON.stringify(["velocity", kind, of]));
  const judged = judgedIn(connection);
  const sessionOf = connection.prepare((db, given: { visitId: string }) =>
    db.selectFrom("visits").select("sessionId").where("id", "=", given.visitId),
  );
  return {
    /**
     * Notes that a lead goes to its receiver, unless it is one too many there. The same message is noted once.
     * @param always notes it all the same
     * @returns what it is one too many of; undefined where it is not
     */
    async take(
      going: Going,
      subjects: readonly Subject[],
      withinMs: number,
      always: boolean,
    ): Promise<Repeat | undefined> {
      if (subjects.length === 0) return undefined;
      const hashed = subjects.map((subject) => ({ ...subject, hash: hashOf(subject) }));
      return await connection.transact(() => judged(going, hashed, going.at - withinMs, always));
    },
    /** The session of a visit, by its id. */
    async browserOf(visitId: string): Promise<string | undefined> {
      const [row] = await connection.query(sessionOf({ visitId }));
      return row?.sessionId;
    },
    /** Forgets a message that did not reach its receiver. */
    async free(messageId: string): Promise<void> {
      await connection.write((trx) =>
        trx.deleteFrom("velocity").where("messageId", "=", messageId).execute(),
      );
    },
    ofLead: (leadId: string): Promise<Sighting[]> =>
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

type Hashed = Subject & { hash: string };

/** Every delivery asks this, so it is one prepared statement each to wait, to look, to count and to note. */
function judgedIn({ kind: database, prepare }: Connection) {
  const notedOf = prepare((db, given: { messageId: string }) =>
    db
      .selectFrom("velocity")
      .select(["subjectHash", "kind", "nth", "most"])
      .where("messageId", "=", given.messageId),
  );
  // Leads have five or six subjects, or fewer: the statements for each number are made when they are first needed.
  const bySize = new Map<number, ReturnType<typeof statementsFor>>();
  return function* (
    going: Going,
    subjects: readonly Hashed[],
    after: number,
    always: boolean,
  ): Work<Repeat | undefined> {
    const statements = bySize.get(subjects.length) ?? statementsFor(subjects.length, prepare);
    bySize.set(subjects.length, statements);
    const hashes = numbered(
      "hash",
      subjects.map(({ hash }) => hash),
    );
    if (database === "postgres") {
      const turns = subjects.map(({ hash }) => turnOf(hash));
      yield* statements.hold(numbered("turn", turns));
    }
    const noted = yield* notedOf(going);
    if (noted.length > 0) {
      const bearables = new Map(subjects.map(({ hash, bearable }) => [hash, bearable]));
      return noted.find(({ subjectHash, nth, most }) => nth > (bearables.get(subjectHash) ?? most));
    }
    const [seen] = yield* statements.count({ ...hashes, destination: going.destination, after });
    const repeats = subjects.map(({ kind, most }, index): Repeat => {
      const [nth, before] = [Number(seen![`count${index}`]) + 1, String(seen![`before${index}`] ?? "")];
      return { kind, nth, most, before };
    });
    const repeat = repeats.find(({ nth }, index) => nth > subjects[index]!.bearable);
    if (!repeat || always)
      yield* statements.note({
        ...going,
        ...hashes,
        ...numbered(
          "kind",
          repeats.map(({ kind }) => kind),
        ),
        ...numbered(
          "nth",
          repeats.map(({ nth }) => nth),
        ),
        ...numbered(
          "most",
          repeats.map(({ most }) => most),
        ),
      });
    return repeat;
  };
}

/** Values of all subjects of a lead by numbered names: `hash0`, `hash1` … */
type Numbered<Name extends string, Value> = Record<`${Name}${number}`, Value>;

function numbered<Name extends string, Value>(name: Name, values: readonly Value[]): Numbered<Name, Value> {
  return Object.fromEntries(values.map((value, index) => [`${name}${index}`, value])) as Numbered<
    Name,
    Value
  >;
}

/** The statements about so many subjects: one for all of them, as each is a round trip. */
function statementsFor(size: number, prepare: Prepare) {
  const all = Array.from({ length: size }, (_, index) => index);
  return {
    hold: prepare((db, given: Numbered<"turn", VelocityLock>) =>
      db
        .selectFrom("turns")
        .select("name")
        .where(
          "name",
          "in",
          all.map((index) => given[`turn${index}`]!),
        )
        .orderBy("name")
        .forUpdate(),
    ),
    /** One row: of each subject how many there are, and the newest. More than 2,500, which a /48 may have, are no different. */
    count: prepare((db, given: Numbered<"hash", string> & { destination: string; after: number }) =>
      db.selectNoFrom(({ fn }) =>
        all.flatMap((index) => {
          const sightings = db
            .selectFrom("velocity")
            .where("destination", "=", given.destination)
            .where("subjectHash", "=", given[`hash${index}`]!)
            .where("at", ">", given.after);
          const some = sightings.select("at").limit(2_500).as("some");
          return [
            db.selectFrom(some).select(fn.countAll().as("count")).as(`count${index}`),
            sightings.select("leadId").orderBy("at", "desc").limit(1).as(`before${index}`),
          ];
        }),
      ),
    ),
    note: prepare((db, given: Going & Noted) =>
      db.insertInto("velocity").values(
        all.map((index) => ({
          messageId: given.messageId,
          subjectHash: given[`hash${index}`]!,
          destination: given.destination,
          leadId: given.leadId,
          kind: given[`kind${index}`]!,
          nth: given[`nth${index}`]!,
          most: given[`most${index}`]!,
          at: given.at,
        })),
      ),
    ),
  };
}

type Noted = Numbered<"hash", string> &
  Numbered<"kind", SubjectKind> &
  Numbered<"nth", number> &
  Numbered<"most", number>;

/** Leads of one subject take turns; others rarely share one. */
function turnOf(hash: string): VelocityLock {
  return `velocity-${createHash("sha256").update(hash).digest()[0]! % 64}`;
}
