import { type Migration, Migrator, sql } from "kysely";
import type { Connection, Reader } from "./connection.ts";
import { codeOf, isBusy, rootOf } from "./failures.ts";
import * as first from "./migrations/001-first.ts";
import * as suppressions from "./migrations/002-suppressions.ts";
import * as progressSaves from "./migrations/003-progress-saves.ts";
import * as phoneCodes from "./migrations/004-phone-codes.ts";
import * as analytics from "./migrations/005-analytics.ts";
import * as floods from "./migrations/006-floods.ts";
import * as privacy from "./migrations/007-privacy.ts";
import * as scale from "./migrations/008-scale.ts";
import * as proofs from "./migrations/009-proofs.ts";
import * as growth from "./migrations/010-growth.ts";
import * as buyers from "./migrations/011-buyers.ts";
import * as abuse from "./migrations/012-abuse.ts";
import * as consentLog from "./migrations/013-consent-log.ts";
import * as readings from "./migrations/013-readings.ts";
import * as destinations from "./migrations/015-destinations.ts";
import * as personKeys from "./migrations/016-person-keys.ts";
import * as velocity from "./migrations/017-velocity.ts";
import * as console from "./migrations/018-console.ts";
import * as outcomes from "./migrations/019-outcomes.ts";
import * as newestReadings from "./migrations/021-newest-readings.ts";
import * as costs from "./migrations/022-costs.ts";
import * as consentPages from "./migrations/023-consent-pages.ts";
import * as alarms from "./migrations/027-alarms.ts";
import * as firstViews from "./migrations/028-first-views.ts";
import * as viewsAndNotes from "./migrations/029-views-and-notes.ts";
import * as viewsAsNotes from "./migrations/030-views-as-notes.ts";
import * as accountable from "./migrations/031-accountable.ts";
import * as identityProvider from "./migrations/032-identity-provider.ts";
import * as salesLedger from "./migrations/033-sales-ledger.ts";
import * as leadKeys from "./migrations/034-lead-keys.ts";
import * as terms from "./migrations/035-terms.ts";
import * as ownLists from "./migrations/036-own-lists.ts";
import * as firstRefusals from "./migrations/038-first-refusals.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/**
 * In order of their names; a new one is added at the end and none is ever changed. One that programs of the release
 * before cannot go on with has `contract` after its number (decision "SQLite to begin with, PostgreSQL to grow").
 */
export const migrations: Record<string, Migration> = {
  "001-first": first,
  "002-suppressions": suppressions,
  "003-progress-saves": progressSaves,
  "004-phone-codes": phoneCodes,
  "005-analytics": analytics,
  "006-floods": floods,
  "007-privacy": privacy,
  "008-scale": scale,
  "009-proofs": proofs,
  "010-growth": growth,
  "011-buyers": buyers,
  "012-abuse": abuse,
  "013-consent-log": consentLog,
  "013-readings": readings,
  "015-destinations": destinations,
  "016-person-keys": personKeys,
  "017-velocity": velocity,
  "018-console": console,
  "019-outcomes": outcomes,
  "021-newest-readings": newestReadings,
  "022-costs": costs,
  "023-consent-pages": consentPages,
  "027-alarms": alarms,
  "028-first-views": firstViews,
  "029-views-and-notes": viewsAndNotes,
  "030-views-as-notes": viewsAsNotes,
  "031-accountable": accountable,
  "032-identity-provider": identityProvider,
  "033-sales-ledger": salesLedger,
  "034-lead-keys": leadKeys,
  "035-terms": terms,
  "036-own-lists": ownLists,
  "038-first-refusals": firstRefusals,
};

/**
 * How long a migration is tried again, in milliseconds. A migration that changes several tables can deadlock with requests
 * of other processes; PostgreSQL resolves that after a second by failing either of them.
 */
const maxRetryMs = 60_000;

/**
 * Brings the tables up to date. Processes that start together wait for one another, unless there is nothing to do.
 * @param wanted for tests: an earlier version
 * @throws an Error in plain words; completed migrations stay, and the next start continues from there
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
      throw new Error(`The lead store's tables could not be brought up to date${where}.`, { cause: error });
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
  const isWhole = Object.keys(wanted).every((name) => done.includes(name));
  const newer = done.find((name) => !(name in wanted) && (!isWhole || isContract(name)));
  if (newer) {
    throw new Error(`The lead store's tables are of a newer program (${newer}): start that one instead.`);
  }
  return isWhole;
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

/** PostgreSQL's error code for it. */
const noTable = "42P01";

/** True when every migration has been run. Throws when the database cannot say. */
export async function isMigrated(connection: Connection): Promise<boolean> {
  const done = new Set(await namesOf(() => connection.look(namesIn)));
  return Object.keys(migrations).every((name) => done.has(name));
}
