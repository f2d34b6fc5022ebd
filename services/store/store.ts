import type { Log } from "../log.ts";
import { badEmailsIn } from "./bad-emails.ts";
import { openConnection } from "./connection.ts";
import { consentsIn } from "./consents.ts";
import { hashKeyIn } from "./hash-key.ts";
import { leadsIn } from "./leads.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { outboxIn } from "./outbox-queue.ts";
import { phoneCodeTriesIn } from "./phone-code-tries.ts";
import { phoneCodesIn } from "./phone-codes.ts";
import { progressSavesIn } from "./progress-saves.ts";
import { purgeVisits } from "./purge.ts";
import { submissionsIn } from "./submit.ts";
import { suppressionsIn } from "./suppressions.ts";
import type { Store } from "./types.ts";
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
  /** Keys the hashes of verification codes, and is not kept beside them; without it `hashKey` does. */
  codeKey?: string;
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
  codeKey,
  saveProgressAfterMs,
}: StoreOptions): Promise<Store> {
  const connection = await openConnection(url, log);
  let key: string;
  try {
    await migrate(connection);
    await connection.verifyDurability();
    key = await hashKeyIn(connection, hashKey);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    visits: visitsIn(connection, now, saveProgressAfterMs),
    badEmails: badEmailsIn(connection, key, now),
    suppressions: suppressionsIn(connection, key, now),
    phoneCodes: phoneCodesIn(connection, codeKey ?? key, now),
    phoneCodeTries: phoneCodeTriesIn(connection, codeKey ?? key, now),
    leads: leadsIn(connection),
    outbox: outboxIn(connection, now),
    consents: consentsIn(connection),
    progressSaves: progressSavesIn(connection),
    ...submissionsIn(connection, now, saveProgressAfterMs),
    purgeVisits: (olderThanMs) => purgeVisits(connection, now() - olderThanMs, log),
    ready: () => isMigrated(connection).catch(() => false),
    close: () => connection.close(),
  };
}
