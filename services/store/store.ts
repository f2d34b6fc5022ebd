import type { Log } from "../log.ts";
import { badEmailsIn } from "./bad-emails.ts";
import { openConnection } from "./connection.ts";
import { consentsIn } from "./consents.ts";
import { leadsIn } from "./leads.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { outboxIn } from "./outbox-queue.ts";
import { phoneCodeTriesIn } from "./phone-code-tries.ts";
import { phoneCodesIn } from "./phone-codes.ts";
import { purgeVisits } from "./purge.ts";
import { submissionsIn } from "./submit.ts";
import type { Store } from "./types.ts";
import { visitsIn } from "./visits.ts";

export type StoreOptions = {
  /** `file:./data/claimpath.db` or `postgres://…` */
  url: string;
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
  /** Secret of this deployment that keys the hashes of refused e-mail addresses, and of phone numbers and their codes. */
  hashKey: string;
};

/**
 * Opens the lead store: makes what is missing, brings the tables up to date and proves that a commit survives
 * a power cut.
 * @throws an Error in plain words when the store cannot be used; the program should not start then
 */
export async function openStore({ url, now, log, hashKey }: StoreOptions): Promise<Store> {
  const connection = await openConnection(url, log);
  try {
    await migrate(connection);
    await connection.verifyDurability();
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    visits: visitsIn(connection, now),
    badEmails: badEmailsIn(connection, hashKey, now),
    phoneCodes: phoneCodesIn(connection, hashKey, now),
    phoneCodeTries: phoneCodeTriesIn(connection, hashKey, now),
    leads: leadsIn(connection),
    outbox: outboxIn(connection, now),
    consents: consentsIn(connection),
    ...submissionsIn(connection, now),
    purgeVisits: (olderThanMs) => purgeVisits(connection, now() - olderThanMs),
    ready: () => isMigrated(connection).catch(() => false),
    close: () => connection.close(),
  };
}
