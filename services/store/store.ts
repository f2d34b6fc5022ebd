import { setTimeout as pause } from "node:timers/promises";
import type { SourceLevels } from "../../machines/context/source-path.ts";
import { featureTables } from "../features.ts";
import type { Log } from "../observe/log.ts";
import { analyticsIn } from "./analytics/analytics.ts";
import { firstViewsIn } from "./analytics/first-views.ts";
import { consentLogIn } from "./consents/consent-log.ts";
import { consentPagesIn, consentsIn } from "./consents/consents.ts";
import { type Connection, openConnection } from "./engine/connection.ts";
import { hashKeyIn, purposeTexts } from "./engine/keys.ts";
import { migrate, readFrom } from "./engine/migrate.ts";
import { refuseHalfMoved } from "./engine/move.ts";
import { probing, sizeOf } from "./engine/probe.ts";
import { budgetsIn } from "./guards/budgets.ts";
import { consoleSessionsIn } from "./guards/console-sessions.ts";
import { postCountsIn, spentProofsIn } from "./guards/floods.ts";
import { checkPersonKeys, forgetKeys } from "./guards/forgotten-keys.ts";
import { ownListsIn } from "./guards/own-lists.ts";
import { readingsIn } from "./guards/readings.ts";
import { suppressionsIn } from "./guards/suppressions.ts";
import { inboxIn } from "./leads/inbox.ts";
import { leadKeysIn } from "./leads/lead-keys.ts";
import { leadsIn } from "./leads/leads.ts";
import { submissionsIn } from "./leads/submit.ts";
import { velocityIn } from "./leads/velocity.ts";
import type { StoreLimits } from "./limits.ts";
import { dailyPlacesIn } from "./outbox/daily-places.ts";
import { noticesIn } from "./outbox/notices.ts";
import { outboxIn } from "./outbox/outbox-queue.ts";
import { pausesIn, termsInForceIn } from "./outbox/terms.ts";
import { peopleIn } from "./people/people.ts";
import { retentionIn } from "./retention/sweep.ts";
import { keptIdsBy } from "./sales/kept-ids.ts";
import { booksIn } from "./sales/ledger-fill.ts";
import { type NewsReader, newsOfLead, newsOfLines, noteRefusals } from "./sales/news.ts";
import { salesIn } from "./sales/sales.ts";
import { sealing } from "./sealed/plugin.ts";
import { checkDataKeys, ciphersOf, rekey } from "./sealed/rekey.ts";
import { badEmailCounter, badEmailsIn } from "./visits/bad-emails.ts";
import { phoneCodesIn, phoneCodeTriesIn } from "./visits/phone-codes.ts";
import { progressSavesIn } from "./visits/progress-saves.ts";
import { verdictsIn } from "./visits/verdicts.ts";
import { visitsIn } from "./visits/visits.ts";

/** Nothing may be set to wait for more than a day; an hour more, since clocks of processes differ. */
const longestWaitMs = 25 * 60 * 60 * 1000;

/** How long news is gathered before it is read, in milliseconds: of a busy second's leads in a few transactions. */
const gatheredMs = 200;

/**
 * Makes due which messages and progress saves are to wait, or are held, longer than anything is: a wrong clock said so.
 * @returns how many
 */
async function bringForward(connection: Connection, at: number): Promise<number> {
  const tooFar = at + longestWaitMs;
  const results = await connection.write(async (trx) => [
    await trx
      .updateTable("outbox")
      .set({ status: "waiting", runAt: at, lockedUntil: null, updatedAt: at })
      .where((or) =>
        or.or([
          or("status", "=", "waiting").and("runAt", ">", tooFar),
          or("status", "=", "sending").and("lockedUntil", ">", tooFar),
        ]),
      )
      .executeTakeFirst(),
    await trx
      .updateTable("progressSaves")
      .set({ nextAt: at, lockedUntil: null })
      .where((or) =>
        or.or([
          or("nextAt", ">", tooFar),
          // Only what is still to be sent, which the index has, is held for anything.
          or("nextAt", "is not", null).and("lockedUntil", ">", tooFar),
        ]),
      )
      .executeTakeFirst(),
  ]);
  return results.reduce((count, { numUpdatedRows }) => count + Number(numUpdatedRows), 0);
}

/**
 * What the rest of the program sees of the store. Times are epoch milliseconds (UTC).
 * Every method may throw `StoreUnavailable` (services/store/engine/failures.ts): the server answers 503, nothing is half-written.
 */
export type Store = Awaited<ReturnType<typeof openStore>>;

export type StoreOptions = {
  /** `file:./data/claimpath.db` or `postgres://…` */
  url: string;
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
  /** Key of the hashes of e-mail addresses and phone numbers; without it the store creates and stores one. */
  hashKey?: string;
  /** How long after its last answer a visit is due for its progress save, in milliseconds; undefined: never. */
  saveProgressAfterMs?: number;
  /**
   * Session secrets: keys made of the first hash verification codes and networks, and are not kept beside them; without any
   * `hashKey` serves. The others are earlier ones, under which a person may still be found.
   */
  codeKeys?: readonly string[];
  /** Personal data is sealed with the first and opened with any; without them it is kept as it is. */
  dataKeys?: readonly string[];
  /** A file of keys, one for each person, that are forgotten when the person is erased; it takes `dataKeys`. */
  personKeys?: string;
  /** The most connections to PostgreSQL that are opened. */
  poolSize?: number;
  /** PostgreSQL's own address, past any pooler, for migrations and maintenance. */
  directUrl?: string;
  limits?: StoreLimits;
  /** Who reads what becomes of leads. */
  readers?: readonly NewsReader[];
  /** Whose days the books count by; UTC unless it is told. */
  timeZone?: string;
  /** Ids of affiliates that the operator's file names. */
  affiliates?: ReadonlySet<string>;
  /** The sub ids that name campaigns, ad sets and ads. */
  sourceLevels?: SourceLevels;
};

/**
 * Opens the lead store: creates what is missing, brings the tables up to date and checks that a commit survives a power
 * cut.
 * @throws an Error in plain words when the store cannot be used; the program should not start then
 */
export async function openStore({
  url,
  now,
  log,
  hashKey,
  codeKeys,
  dataKeys,
  personKeys,
  saveProgressAfterMs,
  poolSize,
  directUrl,
  limits,
  readers = [],
  timeZone = "UTC",
  affiliates = new Set(),
  sourceLevels,
}: StoreOptions) {
  const { cipher, persons } = ciphersOf(dataKeys, personKeys);
  const sealed = sealing(cipher ?? "unsealed");
  const connection = await openConnection(url, log, {
    sealing: sealed,
    poolSize,
    directUrl,
    limits,
  });
  const close = async () => {
    await connection.close();
    persons?.close();
  };
  let key: string;
  try {
    await migrate(connection);
    const [packs, bytes] = [
      await readFrom(connection, "043-packed"),
      await readFrom(connection, "054-bytes"),
    ];
    sealed.packOnce(() => now() >= packs);
    if (cipher) sealed.bytesOnce(() => now() >= bytes);
    await refuseHalfMoved(connection);
    await connection.verifyDurability();
    await checkDataKeys(connection, cipher);
    await checkPersonKeys(connection, persons);
    await forgetKeys(connection, persons);
    key = await hashKeyIn(connection, hashKey);
  } catch (error) {
    await close();
    throw error;
  }
  const secrets = codeKeys ?? [key];
  const codes = purposeTexts(secrets, "verification codes");
  const networks = purposeTexts(secrets, "networks")[0]!;
  const ids = keptIdsBy(key, affiliates, sourceLevels);
  const rules = { timeZone, ids, readers, note: readers.length > 0 ? newsOfLines(readers, now) : undefined };
  const leadKeys = leadKeysIn(connection, key);
  const books = booksIn(connection, now, log, rules, leadKeys);
  let reading = Promise.resolve();
  let isToBeRead = false;
  const closing = new AbortController();
  /** Has the news read, that of several leads in one transaction; nobody waits for that but the end, which is at once. */
  const read = () => {
    if (isToBeRead) return;
    isToBeRead = true;
    reading = reading
      .then(() => pause(gatheredMs, undefined, { signal: closing.signal }))
      .catch(() => {})
      .then(() => {
        isToBeRead = false;
        return books.queue();
      });
  };
  const suppressions = suppressionsIn(connection, key, now, {
    note: noteRefusals(readers, leadKeys),
    noted: read,
  });
  return {
    visits: visitsIn(connection, now, badEmailCounter(connection, key, now), saveProgressAfterMs),
    badEmails: badEmailsIn(connection, key),
    suppressions,
    ownLists: ownListsIn(connection, key, now),
    phoneCodes: phoneCodesIn(connection, codes[0]!, now),
    phoneCodeTries: phoneCodeTriesIn(connection, codes[0]!, now),
    postCounts: postCountsIn(connection, networks),
    budgets: budgetsIn(connection, networks),
    paidVerdicts: verdictsIn(connection, key, now),
    velocity: velocityIn(connection, purposeTexts(secrets, "repeated leads")[0]!),
    spentProofs: spentProofsIn(connection),
    leads: leadsIn(connection),
    outbox: outboxIn(connection, now, ids, books),
    sales: salesIn(connection),
    bookkeeping: books,
    dailyPlaces: dailyPlacesIn(connection),
    consents: consentsIn(connection),
    consentLog: consentLogIn(connection, now),
    consentPages: consentPagesIn(connection, now),
    readings: readingsIn(connection, now),
    consoleSessions: consoleSessionsIn(connection, now),
    inbox: inboxIn(connection, now, leadKeys),
    pauses: pausesIn(connection, now),
    termsInForce: termsInForceIn(connection),
    progressSaves: progressSavesIn(connection),
    analytics: analyticsIn(connection),
    firstViews: firstViewsIn(connection),
    notices: noticesIn(connection),
    ...featureTables(connection, now, { books, rules }, key),
    // Before 23 November 2026 the secrets themselves were the keys.
    people: peopleIn(
      connection,
      { addresses: key, codes: [...codes, ...secrets] },
      suppressions,
      now,
      persons,
      ids,
    ),
    ...submissionsIn(connection, now, saveProgressAfterMs, {
      of: newsOfLead(readers, affiliates),
      stored: read,
    }),
    /** Seals all personal data with the newest key. Returns how many rows that changed; undefined without a key. */
    rekey: async () => (cipher ? rekey(connection, cipher, persons) : undefined),
    retention: retentionIn(connection, now, log, persons, ids),
    /** Makes messages and progress saves due that would wait longer than any backoff lasts. Returns how many. */
    bringForward: () => bringForward(connection, now()),
    /** True when the store can be written: its tables are up to date, and a write completes. */
    ready: probing(connection),
    /** Its size in bytes. */
    size: sizeOf(connection),
    async close() {
      closing.abort();
      await reading;
      await close();
    },
  };
}
