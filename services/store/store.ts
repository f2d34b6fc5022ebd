import type { Log } from "../observe/log.ts";
import { analyticsIn } from "./analytics.ts";
import { badEmailCounter, badEmailsIn } from "./bad-emails.ts";
import { bringForward } from "./bring-forward.ts";
import { budgetsIn } from "./budgets.ts";
import { openConnection } from "./connection.ts";
import { consentLogIn } from "./consent-log.ts";
import { consentsIn } from "./consents.ts";
import { consoleSessionsIn } from "./console-sessions.ts";
import { dailyPlacesIn } from "./daily-places.ts";
import { hashKeyIn } from "./hash-key.ts";
import { inboxIn } from "./inbox.ts";
import { leadsIn } from "./leads.ts";
import { migrate } from "./migrate.ts";
import { outboxIn } from "./outbox-queue.ts";
import { pausesIn } from "./pauses.ts";
import { peopleIn } from "./people/people.ts";
import { phoneCodesIn, phoneCodeTriesIn } from "./phone-codes.ts";
import { postCountsIn } from "./post-counts.ts";
import { probing } from "./probe.ts";
import { progressSavesIn } from "./progress-saves.ts";
import { readingsIn } from "./readings.ts";
import { retentionIn } from "./retention/sweep.ts";
import { salesIn } from "./sales.ts";
import { sealing } from "./sealed/plugin.ts";
import { checkDataKeys, cipherOf, rekey } from "./sealed/rekey.ts";
import { spentProofsIn } from "./spent-proofs.ts";
import { submissionsIn } from "./submit.ts";
import { suppressionsIn } from "./suppressions.ts";
import type { Store } from "./types.ts";
import { verdictsIn } from "./verdicts.ts";
import { visitsIn } from "./visits.ts";

export type StoreOptions = {
  /** `file:./data/claimpath.db` or `postgres://…` */
  url: string;
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
  /** Keys the hashes of e-mail addresses and phone numbers; without it the store makes and keeps one. */
  hashKey?: string;
  /** How long after its last answer a visit is due for its progress save, in milliseconds; undefined: never. */
  saveProgressAfterMs?: number;
  /**
   * The first keys the hashes of verification codes and of networks, and is not kept beside them; without any `hashKey` does. The
   * others are earlier ones, under which a person may still be found.
   */
  codeKeys?: readonly string[];
  /** Personal data is sealed with the first and opened with any; without them it is kept as it is. */
  dataKeys?: readonly string[];
  /** Connections to PostgreSQL that are opened at most. */
  poolSize?: number;
  /** PostgreSQL's own address, past any pooler, for migrations and maintenance. */
  directUrl?: string;
};

/**
 * Opens the lead store: makes what is missing, brings the tables up to date and proves that a commit survives
 * a power cut.
 * @throws an Error in plain words when the store cannot be used; the program should not start then
 */
export async function openStore({
  url,
  now,
  log,
  hashKey,
  codeKeys,
  dataKeys,
  saveProgressAfterMs,
  poolSize,
  directUrl,
}: StoreOptions): Promise<Store> {
  const cipher = cipherOf(dataKeys);
  const connection = await openConnection(url, log, {
    sealing: cipher && sealing(cipher),
    poolSize,
    directUrl,
  });
  let key: string;
  try {
    await migrate(connection);
    await connection.verifyDurability();
    await checkDataKeys(connection, cipher);
    key = await hashKeyIn(connection, hashKey);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    visits: visitsIn(connection, now, badEmailCounter(connection, key, now), saveProgressAfterMs),
    badEmails: badEmailsIn(connection, key),
    suppressions: suppressionsIn(connection, key, now),
    phoneCodes: phoneCodesIn(connection, codeKeys?.[0] ?? key, now),
    phoneCodeTries: phoneCodeTriesIn(connection, codeKeys?.[0] ?? key, now),
    postCounts: postCountsIn(connection, codeKeys?.[0] ?? key),
    budgets: budgetsIn(connection, codeKeys?.[0] ?? key),
    verdicts: verdictsIn(connection, key, now),
    spentProofs: spentProofsIn(connection),
    leads: leadsIn(connection),
    outbox: outboxIn(connection, now),
    sales: salesIn(connection),
    dailyPlaces: dailyPlacesIn(connection),
    consents: consentsIn(connection),
    consentLog: consentLogIn(connection, now),
    readings: readingsIn(connection, now),
    consoleSessions: consoleSessionsIn(connection, now),
    inbox: inboxIn(connection, now),
    pauses: pausesIn(connection, now),
    progressSaves: progressSavesIn(connection),
    analytics: analyticsIn(connection),
    people: peopleIn(connection, { addresses: key, codes: codeKeys ?? [key] }, now),
    ...submissionsIn(connection, now, saveProgressAfterMs),
    rekey: async () => (cipher ? rekey(connection, cipher) : undefined),
    retention: retentionIn(connection, now, log),
    bringForward: () => bringForward(connection, now()),
    ready: probing(connection),
    close: () => connection.close(),
  };
}
