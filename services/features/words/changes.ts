import { clean } from "../../store/engine/clean.ts";
import type { Connection, Reader } from "../../store/engine/connection.ts";
import { acquireLock } from "../../store/engine/locks.ts";
import type { OwnWordsRow } from "../../store/feature-rows.ts";
import {
  type OwnQuestion,
  type OwnTexts,
  sameTexts,
  scopeIn,
  scopeOf,
  type Whose,
  type WordsChange,
} from "./own-words.ts";

/** A change that somebody made: all questions that it changed, in their order. */
export type MadeChange = Pick<OwnWordsRow, "number" | "at" | "person" | "reason" | "undoes"> & {
  questions: readonly WordsChange[];
};

/** `stale`: somebody has changed one of the questions since. */
export type WordsRefused = { refused: "stale" | "unknown" | "undone" };

type By = Pick<OwnWordsRow, "person" | "reason">;

/** The owner's own words of questions. Rows are only added: an undo is one too. */
export function ownWordsIn(connection: Connection, now: () => number) {
  const newest = connection.prepare((db, _: object) => newestOf(db));
  const add = (
    changes: readonly WordsChange[],
    by: By,
    isFree: (standing: Standing) => boolean,
    undoes: number | null,
  ) =>
    connection.write(async (trx) => {
      await acquireLock(trx, connection.kind, "words");
      const standing = new Map((await latest(trx)).map((row) => [placeOfRow(row), row]));
      const refused = changes.some((each) => {
        const row = standing.get(placeOf(each));
        const isAsSeen = sameTexts(textsIn(row?.after ?? null), each.before);
        return !isAsSeen || (row !== undefined && !isFree(row));
      });
      if (refused) return undefined;
      const number = Number((await newestOf(trx).executeTakeFirst())?.number ?? 0) + 1;
      const shared = { number, at: now(), person: by.person, reason: clean(by.reason), undoes };
      const rows = changes.map(({ language, step, survey, set, before, after }) => ({
        ...shared,
        language,
        step,
        survey: scopeOf({ survey, set }),
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      }));
      await trx.insertInto("ownWords").values(rows).execute();
      return number;
    });
  const change = async (number: number) => (await connection.read((db) => changesOf(db, 1, number)))[0];
  return {
    /** The number of the newest change, which is the words' revision; 0 before any. */
    newest: async (): Promise<number> => Number((await connection.query(newest({})))[0]?.number ?? 0),
    /** The words in force, and the change that made them so. */
    inForce: () => connection.read(inForce),
    /** A change by its number. */
    one: change,
    /** The newest first. */
    history: (most: number): Promise<MadeChange[]> => connection.read((db) => changesOf(db, most)),
    /**
     * Adds a change, or nothing where one of its questions has other words than it was made for.
     * @param seen the newest change that was seen
     * @returns its number
     */
    change: async (changes: readonly WordsChange[], by: By, seen: number): Promise<number | WordsRefused> =>
      (await add(changes, by, ({ number }) => number <= seen, null)) ?? { refused: "stale" },
    /** Sets back all that a change changed, unless something was changed over it. */
    undo: async (number: number, by: By): Promise<number | WordsRefused> => {
      const made = await change(number);
      if (!made) return { refused: "unknown" };
      const back = made.questions.map((each) => ({ ...each, before: each.after, after: each.before }));
      const done = await add(back, by, (row) => row.number === number, number);
      if (done !== undefined) return done;
      const last = (await connection.read(latest)).find((row) => placeOfRow(row) === placeOf(back[0]!));
      return { refused: last?.undoes === number ? "undone" : "stale" };
    },
  };
}

type Standing = Pick<OwnWordsRow, "number">;

const placeOfRow = ({ language, step, survey }: Pick<OwnWordsRow, "language" | "step" | "survey">) =>
  JSON.stringify([language, step, survey]);

const placeOf = ({ language, step, survey, set }: Whose) =>
  placeOfRow({ language, step, survey: scopeOf({ survey, set }) });

const textsIn = (body: string | null): OwnTexts | undefined => (body === null ? undefined : JSON.parse(body));

const whoseIn = ({ language, step, survey }: OwnWordsRow): Whose => ({
  language: language as Whose["language"],
  step,
  ...scopeIn(survey),
});

const newestOf = (db: Reader) =>
  db.selectFrom("ownWords").select(({ fn }) => fn.max<number | null>("number").as("number"));

/** The owner's words as they stand. */
export async function inForce(db: Reader): Promise<{ revision: number; questions: OwnQuestion[] }> {
  const rows = await latest(db);
  const questions = rows.flatMap((row) => {
    const texts = textsIn(row.after);
    return texts ? [{ ...whoseIn(row), texts }] : [];
  });
  return { revision: rows.reduce((most, { number }) => Math.max(most, number), 0), questions };
}

/** The newest row of each question, in the order of their names. */
async function latest(db: Reader): Promise<OwnWordsRow[]> {
  const rows = await db
    .selectFrom("ownWords as one")
    .selectAll("one")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("ownWords as later")
            .select("later.number")
            .whereRef("later.language", "=", "one.language")
            .whereRef("later.step", "=", "one.step")
            .whereRef("later.survey", "=", "one.survey")
            .whereRef("later.number", ">", "one.number"),
        ),
      ),
    )
    .execute();
  return rows.sort((one, other) => (placeOfRow(one) < placeOfRow(other) ? -1 : 1));
}

async function changesOf(db: Reader, most: number, only?: number): Promise<MadeChange[]> {
  let numbers = db.selectFrom("ownWords").select("number").distinct().orderBy("number", "desc").limit(most);
  if (only !== undefined) numbers = numbers.where("number", "=", only);
  const chosen = (await numbers.execute()).map(({ number }) => number);
  if (chosen.length === 0) return [];
  const rows = await db
    .selectFrom("ownWords")
    .selectAll()
    .where("number", "in", chosen)
    .orderBy("number", "desc")
    .orderBy("language")
    .orderBy("step")
    .orderBy("survey")
    .execute();
  return chosen.map((number) => {
    const own = rows.filter((row) => row.number === number);
    const { at, person, reason, undoes } = own[0]!;
    const questions = own.map((row) => ({
      ...whoseIn(row),
      before: textsIn(row.before),
      after: textsIn(row.after),
    }));
    return { number, at: Number(at), person, reason, undoes, questions };
  });
}
