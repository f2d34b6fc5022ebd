import { createHash } from "node:crypto";
import type { Connection, Reader } from "../engine/connection.ts";
import type { VelocityLock } from "../engine/locks.ts";
import type { SubjectKind } from "../rows.ts";
import type { Going, Repeat, Subject } from "./velocity.ts";

type Hashed = Subject & { hash: string };

/** Every delivery asks this, so it is one prepared statement each to wait, to look, to count and to note. */
export function judgedIn({ kind: database, prepare }: Connection) {
  const notedOf = prepare((db, given: { messageId: string }) =>
    db
      .selectFrom("velocity")
      .select(["subjectHash", "kind", "nth", "most"])
      .where("messageId", "=", given.messageId),
  );
  const statementsFor = bySize((size) => ({
    hold: prepare((db, given: Numbered) =>
      db
        .selectFrom("turns")
        .select("name")
        .where(
          "name",
          "in",
          each(size, (index) => given[`turn${index}`] as string),
        )
        .orderBy("name")
        .forUpdate(),
    ),
    count: prepare((db, given: Numbered) => counted(db, given, size)),
    note: prepare((db, given: Numbered) =>
      db.insertInto("velocity").values(each(size, (index) => sightingOf(given, index))),
    ),
  }));
  return function* (going: Going, subjects: readonly Hashed[], after: number, always: boolean) {
    const { hold, count, note } = statementsFor(subjects.length);
    const hashes = numbered(
      "hash",
      subjects.map(({ hash }) => hash),
    );
    if (database === "postgres")
      yield* hold(
        numbered(
          "turn",
          subjects.map(({ hash }) => turnOf(hash)),
        ),
      );
    const noted = yield* notedOf(going);
    if (noted.length > 0) {
      const bearables = new Map(subjects.map(({ hash, bearable }) => [hash, bearable]));
      return noted.find(({ subjectHash, nth, most }) => nth > (bearables.get(subjectHash) ?? most));
    }
    const [seen] = yield* count({ ...hashes, destination: going.destination, after });
    const nths = subjects.map((_, index) => Number(seen![`count${index}`]) + 1);
    const index = subjects.findIndex(({ bearable }, at) => nths[at]! > bearable);
    const { kind, most } = subjects[index] ?? {};
    const repeat: Repeat | undefined = kind && {
      kind,
      nth: nths[index]!,
      most: most!,
      before: String(seen![`before${index}`] ?? ""),
    };
    if (!repeat || always)
      yield* note({
        ...going,
        ...hashes,
        ...numbered(
          "kind",
          subjects.map(({ kind }) => kind),
        ),
        ...numbered("nth", nths),
        ...numbered(
          "most",
          subjects.map(({ most }) => most),
        ),
      });
    return repeat;
  };
}

/** Values of several subjects, by name and number: `hash0`, `hash1`. */
type Numbered = Record<string, string | number>;

function numbered(name: string, values: readonly (string | number)[]): Numbered {
  return Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));
}

function each<Made>(size: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: size }, (_, index) => make(index));
}

/** A lead has five subjects or six, or fewer; each number makes its statements when it is first needed. */
function bySize<Made>(make: (size: number) => Made): (size: number) => Made {
  const made = new Map<number, Made>();
  return (size) => {
    const known = made.get(size) ?? make(size);
    made.set(size, known);
    return known;
  };
}

/** One row: of each subject how many there are, and the newest. More than 2,500, which a /48 may have, are no different. */
function counted(db: Reader, given: Numbered, size: number) {
  const of = (index: number) =>
    db
      .selectFrom("velocity")
      .where("destination", "=", given.destination as string)
      .where("subjectHash", "=", given[`hash${index}`] as string)
      .where("at", ">", given.after as number);
  return db.selectNoFrom(({ fn }) =>
    each(size, (index) => {
      const some = of(index).select("at").limit(2_500).as("some");
      const newest = of(index).select("leadId").orderBy("at", "desc").limit(1);
      return [
        db.selectFrom(some).select(fn.countAll().as("count")).as(`count${index}`),
        newest.as(`before${index}`),
      ];
    }).flat(),
  );
}

function sightingOf(given: Numbered, index: number) {
  return {
    messageId: given.messageId as string,
    subjectHash: given[`hash${index}`] as string,
    destination: given.destination as string,
    leadId: given.leadId as string,
    kind: given[`kind${index}`] as SubjectKind,
    nth: given[`nth${index}`] as number,
    most: given[`most${index}`] as number,
    at: given.at as number,
  };
}

/** Leads of one subject take turns; others rarely share one. */
function turnOf(hash: string): VelocityLock {
  return `velocity-${createHash("sha256").update(hash).digest()[0]! % 64}`;
}
