import { type Migration, Migrator, sql } from "kysely";
import type { Connection } from "./connection.ts";
import { isBusy } from "./failures.ts";
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
import * as destinations from "./migrations/015-destinations.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/** In order of their names; a new one is added at the end and none is ever changed. */
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
  "015-destinations": destinations,
};

/**
 * Brings the tables up to date; processes that start together wait for one another.
 * @param wanted for tests: an earlier version
 */
export async function migrate(connection: Connection, wanted = migrations): Promise<void> {
  const migrator = new Migrator({ db: connection.db, provider: { getMigrations: async () => wanted } });
  await retryWhileBusy(async () => {
    const { error } = await migrator.migrateToLatest();
    if (isBusy(error)) throw error;
    const [, newer] = /executed migration (\S+) is missing/.exec((error as Error)?.message) ?? [];
    if (newer) {
      throw new Error(`The lead store's tables are of a newer program (${newer}): start that one instead.`);
    }
    if (error) throw new Error("The lead store's tables could not be brought up to date.", { cause: error });
  }, performance.now());
}

/** True when every migration has been run. Throws when the database cannot say. */
export async function isMigrated(connection: Connection): Promise<boolean> {
  const { rows } = await connection.read((db) =>
    sql<{ name: string }>`select name from kysely_migration`.execute(db),
  );
  const done = new Set(rows.map((row) => row.name));
  return Object.keys(migrations).every((name) => done.has(name));
}
