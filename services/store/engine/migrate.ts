import { type Migration, Migrator, sql } from "kysely";
import type { Connection, Reader } from "./connection.ts";
import { asStoreError, codeOf, isBusy, rootOf } from "./failures.ts";
import { migrations, released } from "./migrations/migrations.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/**
 * How long a migration is tried again, in milliseconds. A migration that changes several tables can deadlock with requests
 * of other processes; PostgreSQL resolves that after a second by failing either of them.
 */
const maxRetryMs = 60_000;

/**
 * Brings the tables up to date. Processes that start together wait for one another, unless there is nothing to do.
 * @param wanted for tests: an earlier version
 * @throws an Error in plain words; then nothing has changed, since all of them are one transaction on both databases
 */
export async function migrate(connection: Connection, wanted = migrations): Promise<void> {
  if (await isDone(connection, wanted)) return;
  await connection.maintain(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } });
    const attempt = async () => {
      const { error, results } = await migrator.migrateToLatest();
      if (isBusy(error)) throw error;
      if (!error) return;
      const failed = results?.find(({ status }) => status === "Error")?.migrationName;
      const where = failed ? `: ${failed} failed` : "";
      throw new Error(`The lead store's tables could not be brought up to date${where}.`, {
        cause: asStoreError(error),
      });
    };
    await retryWhileBusy(attempt, performance.now(), maxRetryMs);
  });
}

/**
 * Allows a program to run next to a newer one, as long as all its own migrations were run and newer ones only added things.
 * @throws when a newer program removed something, or a migration that this one needs was not run
 */
async function isDone(connection: Connection, wanted: Record<string, Migration>): Promise<boolean> {
  const done = await namesOf(() => connection.read(namesIn)).catch((error: unknown) => {
    throw new Error("The lead store cannot be opened.", { cause: error });
  });
  demandReleased(done);
  const isWhole = Object.keys(wanted).every((name) => done.includes(name));
  const newer = done.find((name) => !(name in wanted) && (!isWhole || isContract(name)));
  if (newer) {
    throw new Error(`The lead store's tables are of a newer program (${newer}): start that one instead.`);
  }
  return isWhole;
}

/** @throws in a store whose tables were begun before the oldest release that this one goes on from */
function demandReleased(done: string[]): void {
  if (done.length === 0 || released.every((name) => done.includes(name))) return;
  throw new Error(
    "The lead store's tables are older than release 0.1.0: start release 0.1.0 on them once, then this one.",
  );
}

/** True for a migration that removes something that programs of the previous release use. */
export function isContract(name: string): boolean {
  return /^\d+-contract-/.test(name);
}

/** The names of the migrations that were run; none in a new database. */
async function namesOf(read: () => Promise<string[]>): Promise<string[]> {
  try {
    return await read();
  } catch (error) {
    const root = rootOf(error);
    const isEmpty = codeOf(root) === noTable || /no such table/.test((root as Error).message);
    if (isEmpty) return [];
    throw error;
  }
}

async function namesIn(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

const weekMs = 7 * 24 * 60 * 60_000;

/**
 * From when on what is written may have the form that a migration names, epoch milliseconds: packed (packing.ts), or bytes
 * (bytes.ts). Programs of the release before do not read it: for a week they may serve beside this one, or in its place after
 * all. A store that this program made has known no other.
 */
export async function readFrom(connection: Connection, migration: string): Promise<number> {
  const times = await connection.read(async (db) => {
    const { rows } = await sql<{ timestamp: string }>`
      select timestamp from kysely_migration where name in ('001-first', ${migration}) order by name`.execute(
      db,
    );
    return rows.map(({ timestamp }) => Date.parse(timestamp));
  });
  const [made = 0, known = Number.POSITIVE_INFINITY] = times;
  return known - made < maxRetryMs ? 0 : known + weekMs;
}

/** PostgreSQL's error code for it. */
const noTable = "42P01";

/** True when every migration has been run. Throws when the database cannot say, or is too old. */
export async function isMigrated(connection: Connection): Promise<boolean> {
  const done = await namesOf(() => connection.look(namesIn));
  demandReleased(done);
  return Object.keys(migrations).every((name) => done.includes(name));
}
