import { createHash } from "node:crypto";
import type { Compilable } from "kysely";
import { keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection, Reader } from "../engine/connection.ts";
import type { VelocityLock } from "../engine/locks.ts";
import type { Prepare, Statement, Work } from "../engine/statements.ts";
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
  const hold = forAll(prepare, (db, subjects: readonly { turn: VelocityLock }[]) =>
    db
      .selectFrom("turns")
      .select("name")
      .where(
        "name",
        "in",
        subjects.map(({ turn }) => turn),
      )
      .orderBy("name")
      .forUpdate(),
  );
  const notedOf = prepare((db, given: { messageId: string }) =>
    db
      .selectFrom("velocity")
      .select(["subjectHash", "kind", "nth", "most"])
      .where("messageId", "=", given.messageId),
  );
  const count = forAll(prepare, counted);
  const note = forAll(prepare, (db, subjects: readonly Noted[], going: Going) =>
    db.insertInto("velocity").values(
      subjects.map(({ hash, kind, nth, most }) => ({
        messageId: going.messageId,
        subjectHash: hash,
        destination: going.destination,
        leadId: going.leadId,
        kind,
        nth,
        most,
        at: going.at,
      })),
    ),
  );
  return function* (
    going: Going,
    subjects: readonly Hashed[],
    after: number,
    always: boolean,
  ): Work<Repeat | undefined> {
    if (database === "postgres")
      yield* hold(
        subjects.map(({ hash }) => ({ turn: turnOf(hash) })),
        {},
      );
    const noted = yield* notedOf(going);
    if (noted.length > 0) {
      const bearables = new Map(subjects.map(({ hash, bearable }) => [hash, bearable]));
      return noted.find(({ subjectHash, nth, most }) => nth > (bearables.get(subjectHash) ?? most));
    }
    const [seen] = yield* count(
      subjects.map(({ hash }) => ({ hash })),
      { destination: going.destination, after },
    );
    const now = subjects.map(({ hash, kind, most, bearable }, index) => {
      const [nth, before] = [Number(seen![`count${index}`]) + 1, String(seen![`before${index}`] ?? "")];
      return {
        row: { hash, kind, most, nth },
        repeat: { kind, nth, most, before },
        isOneTooMany: nth > bearable,
      };
    });
    const repeat = now.find(({ isOneTooMany }) => isOneTooMany)?.repeat;
    if (!repeat || always)
      yield* note(
        now.map(({ row }) => row),
        going,
      );
    return repeat;
  };
}

type Noted = { hash: string; kind: SubjectKind; nth: number; most: number };

/** One row: of each subject how many there are, and the newest. More than 2,500, which a /48 may have, are no different. */
function counted(
  db: Reader,
  subjects: readonly { hash: string }[],
  { destination, after }: { destination: string; after: number },
) {
  return db.selectNoFrom(({ fn }) =>
    subjects.flatMap(({ hash }, index) => {
      const all = db
        .selectFrom("velocity")
        .where("destination", "=", destination)
        .where("subjectHash", "=", hash)
        .where("at", ">", after);
      const some = all.select("at").limit(2_500).as("some");
      return [
        db.selectFrom(some).select(fn.countAll().as("count")).as(`count${index}`),
        all.select("leadId").orderBy("at", "desc").limit(1).as(`before${index}`),
      ];
    }),
  );
}

/** Leads of one subject take turns; others rarely share one. */
function turnOf(hash: string): VelocityLock {
  return `velocity-${createHash("sha256").update(hash).digest()[0]! % 64}`;
}

/**
 * One statement about all subjects of a lead, as each is a round trip. They are five or six, or fewer: each number makes
 * its own when it is first needed, in which the third subject's `hash` is the parameter `hash 2`.
 */
function forAll<Of extends object, Common extends object, Row>(
  prepare: Prepare,
  build: (db: Reader, subjects: readonly Of[], common: Common) => Compilable<Row>,
) {
  const bySize = new Map<number, Statement<object, Row>>();
  const made = (size: number) =>
    prepare((db, given: Record<string, unknown>) => {
      const subject = (index: number) =>
        new Proxy({}, { get: (_, name) => given[`${String(name)} ${index}`] }) as Of;
      const subjects = Array.from({ length: size }, (_, index) => subject(index));
      return build(db, subjects, given as Common);
    }) as Statement<object, Row>;
  return (subjects: readonly Of[], common: Common) => {
    const statement = bySize.get(subjects.length) ?? made(subjects.length);
    bySize.set(subjects.length, statement);
    const values = subjects.flatMap((subject, index) =>
      Object.entries(subject).map(([name, value]) => [`${name} ${index}`, value]),
    );
    return statement({ ...common, ...Object.fromEntries(values) });
  };
}
