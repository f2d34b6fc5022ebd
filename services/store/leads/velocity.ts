import { createHash } from "node:crypto";
import { keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import type { VelocityLock } from "../engine/locks.ts";
import type { Prepare, Work } from "../engine/statements.ts";
import type { Sighting, SubjectKind } from "../rows.ts";

/**
 * `of`: the number, mailbox, session or network itself; the store keeps a keyed hash of it. `most`: how many leads of one
 * subject are usual; `bearable`: how many are let through. Those in between are noted as repeats.
 */
export type Subject = { kind: SubjectKind; of: string; most: number; bearable: number };

/** A lead on its way to a receiver. `at`: now, epoch milliseconds. */
export type Going = { messageId: string; leadId: string; destination: string; at: number };

/** `nth`: how many leads of one subject a receiver has had, this one included; `before`: the id of the lead before it. */
export type Repeat = { kind: SubjectKind; nth: number; most: number; before?: string };

/** How long sightings are kept where no receiver's time is longer, in milliseconds. */
export const usualVelocityMs = 30 * 24 * 60 * 60_000;

/** A phone number or an email address in its one spelling; undefined for what is neither. */
export function normalSubject(kind: "phone" | "email", value: unknown): string | undefined {
  return kind === "phone" ? normalPhone(value) : normalEmail(value);
}

/**
 * Counts the leads of one person, browser or network that a receiver has had.
 * @param key secret of this deployment: without it nobody can tell from a row whom it is about
 */
export function velocityIn(connection: Connection, key: string) {
  const hashOf = ({ kind, of }: Subject) => keyedHash(key, JSON.stringify(["velocity", kind, of]));
  const judged = judgedIn(connection);
  const sessionOf = connection.prepare((db, given: { visitId: string }) =>
    db.selectFrom("visits").select("sessionId").where("id", "=", given.visitId),
  );
  return {
    /**
     * Notes that a lead is sent to its receiver, unless that has had too many of one subject. A message is noted once.
     * @param always notes it in any case
     * @returns the subject with too many leads, if any
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

/** Every delivery asks this, so waiting, looking, counting and noting are one prepared statement each. */
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
    const hashes = numbered(subjects.map(({ hash }) => ({ hash })));
    if (database === "postgres") {
      yield* statements.hold(numbered(subjects.map(({ hash }) => ({ turn: turnOf(hash) }))));
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
    if (!repeat || always) {
      const counted = numbered(repeats.map(({ kind, nth, most }) => ({ kind, nth, most })));
      yield* statements.note({ ...going, ...hashes, ...counted });
    }
    return repeat;
  };
}

/** Properties of all subjects of a lead, each under its name and the subject's number: `hash0`, `hash1` … */
type Numbered<Values> = { [Name in keyof Values & string as `${Name}${number}`]: Values[Name] };

function numbered<Values extends object>(all: readonly Values[]): Numbered<Values> {
  const each = all.flatMap((values, index) =>
    Object.entries(values).map(([name, value]) => [`${name}${index}`, value]),
  );
  return Object.fromEntries(each) as Numbered<Values>;
}

/** The statements for a number of subjects. Each is about all of them at once, since a statement is a round trip. */
function statementsFor(size: number, prepare: Prepare) {
  const all = Array.from({ length: size }, (_, index) => index);
  return {
    hold: prepare((db, given: Numbered<{ turn: VelocityLock }>) =>
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
    /** One row: how many sightings each subject has, counted up to 2,500, which a /48 may exceed, and the newest one's lead. */
    count: prepare((db, given: Numbered<{ hash: string }> & { destination: string; after: number }) =>
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

type Noted = Numbered<{ hash: string; kind: SubjectKind; nth: number; most: number }>;

/** The lock that leads of one subject wait for; two subjects rarely share one. */
function turnOf(hash: string): VelocityLock {
  return `velocity-${createHash("sha256").update(hash).digest()[0]! % 64}`;
}
