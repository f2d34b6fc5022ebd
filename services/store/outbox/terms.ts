import { type Changes, changeKey, type Party, type TermField } from "../../settings/destinations/terms.ts";
import { clean } from "../engine/clean.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { acquireLock, capLock } from "../engine/locks.ts";
import type { Pause, TermsChange } from "../rows.ts";

/** The owner of terms: `receiver north` or `affiliate 252`. */
export type TermsOwner = Pick<TermsChange, "party" | "name">;
export type NewTerm = Pick<TermsChange, "field" | "after" | "inFile">;
export type TermsBy = Pick<TermsChange, "person" | "reason">;

/** Changes of terms over what the operator's file says, by which leads are offered. Rows are only added: an undo is one too. */
export type TermsInForce = ReturnType<typeof termsInForceIn>;

export function termsInForceIn(connection: Connection) {
  const newest = connection.prepare((db, _: object) => newestOf(db));
  return {
    /** The number of the newest change; 0 before any. */
    newest: async (): Promise<number> => Number((await connection.query(newest({})))[0]?.number ?? 0),
    /** All changes. */
    all: (): Promise<Changes> =>
      connection.read(async (db) => {
        const rows = await latest(db).execute();
        return new Map(
          rows.flatMap(({ party, name, field, after }) =>
            after === null ? [] : [[changeKey(party, name, field), after] as const],
          ),
        );
      }),
  };
}

/**
 * Others who take a place of their caps wait until the transaction ends, and so does any other change: the numbers follow
 * each other in the order of the commits.
 */
export async function holdTerms(trx: Writer, kind: Connection["kind"], owner: TermsOwner): Promise<void> {
  await acquireLock(trx, kind, "terms");
  await acquireLock(trx, kind, capLock(`${owner.party} ${owner.name}`));
}

/** The newest change of each field. */
export function latest(db: Reader, owner?: TermsOwner) {
  let newest = db
    .selectFrom("termsChanges")
    .select(({ fn }) => fn.max("number").as("number"))
    .groupBy(["party", "name", "field"]);
  if (owner) newest = newest.where("party", "=", owner.party).where("name", "=", clean(owner.name));
  return db
    .selectFrom("termsChanges")
    .selectAll()
    .where("number", "in", newest as never)
    .orderBy("number");
}

const newestOf = (db: Reader) =>
  db.selectFrom("termsChanges").select(({ fn }) => fn.max<number | null>("number").as("number"));

/** Adds a line, and what it pauses is paused with it. The caller holds the terms. */
export async function addTerm(
  trx: Writer,
  at: number,
  { party, name }: { party: Party; name: string },
  { field, after, inFile }: { field: TermField; after: string | null; inFile: string },
  { person, reason }: TermsBy,
  undoes: number | null = null,
): Promise<TermsChange> {
  const before = (await latest(trx, { party, name }).execute()).find((row) => row.field === field)?.after;
  const row: TermsChange = {
    number: Number((await newestOf(trx).executeTakeFirst())?.number ?? 0) + 1,
    at,
    person,
    reason: clean(reason),
    party,
    name,
    field,
    before: before ?? null,
    after,
    inFile,
    undoes,
  };
  await trx.insertInto("termsChanges").values(row).execute();
  if (party === "receiver" && field === "paused") await setPause(trx, row);
  return row;
}

/** A destination in `pauses` is sent nothing. When it resumes, its waiting messages are due. */
async function setPause(trx: Writer, { name: destination, at, person, after }: TermsChange): Promise<void> {
  if (after === "yes")
    await trx
      .insertInto("pauses")
      .values({ destination, at, person })
      .onConflict((c) => c.column("destination").doNothing())
      .execute();
  else {
    await trx.deleteFrom("pauses").where("destination", "=", destination).execute();
    await trx
      .updateTable("outbox")
      .set({ runAt: at })
      .where("destination", "=", destination)
      .where("status", "=", "waiting")
      // What was never tried may wait for the verdict on its lead.
      .where("attempts", ">", 0)
      .where("runAt", ">", at)
      .execute();
  }
}

/**
 * Paused destinations, which get no messages (outbox-claims.ts); in an order the next is asked. Each change is a change
 * of its terms.
 */
export function pausesIn(connection: Connection, now: () => number) {
  const { kind } = connection;
  const set = (name: string, after: "yes" | null, by: { person: string; reason: string }) =>
    connection.write(async (trx) => {
      const owner = { party: "receiver" as const, name };
      await holdTerms(trx, kind, owner);
      const standing = await trx
        .selectFrom("pauses")
        .select("destination")
        .where("destination", "=", name)
        .executeTakeFirst();
      if ((standing !== undefined) === (after === "yes")) return;
      await addTerm(trx, now(), owner, { field: "paused", after, inFile: "" }, by);
    });
  return {
    list: (): Promise<Pause[]> =>
      connection.read((db) => db.selectFrom("pauses").selectAll().orderBy("destination").execute()),
    begin: (destination: string, person: string, reason: string = ""): Promise<void> =>
      set(destination, "yes", { person, reason }),
    end: (destination: string, person: string = "", reason: string = ""): Promise<void> =>
      set(destination, null, { person, reason }),
  };
}
