import type { Alarms } from "./alarms.ts";
import type { AnalyticsStore } from "./analytics.ts";
import type { BadEmails } from "./bad-emails.ts";
import type { Budgets } from "./budgets.ts";
import type { ConsentLog } from "./consent-log.ts";
import type { ConsentPages } from "./consent-pages.ts";
import type { Consents } from "./consents.ts";
import type { ConsoleSessions } from "./console-sessions.ts";
import type { Costs } from "./costs.ts";
import type { DailyPlaces } from "./daily-places.ts";
import type { DayNotes } from "./day-notes.ts";
import type { FirstViews } from "./first-views.ts";
import type { Inbox } from "./inbox.ts";
import type { Leads } from "./leads.ts";
import type { Ledger } from "./ledger.ts";
import type { OutboxQueue } from "./outbox-queue.ts";
import type { Outcomes } from "./outcomes.ts";
import type { OwnLists } from "./own-lists.ts";
import type { Pauses } from "./pauses.ts";
import type { People } from "./people/types.ts";
import type { PhoneCodes, PhoneCodeTries } from "./phone-codes.ts";
import type { PostCounts } from "./post-counts.ts";
import type { ProgressSaves } from "./progress-saves.ts";
import type { Readings } from "./readings.ts";
import type { Retention } from "./retention/rules.ts";
import type { Sales } from "./sales.ts";
import type { SpentProofs } from "./spent-proofs.ts";
import type { Submit } from "./submit.ts";
import type { Suppressions } from "./suppressions.ts";
import type { Terms } from "./terms.ts";
import type { Velocity } from "./velocity.ts";
import type { Verdicts } from "./verdicts.ts";
import type { Visits } from "./visits.ts";

/**
 * What the rest of the program sees of the store. Times are epoch milliseconds (UTC).
 * Every method may throw `StoreUnavailable` (services/store/errors.ts): the server answers 503, nothing is half-written.
 */

export interface Store extends Submit {
  visits: Visits;
  badEmails: BadEmails;
  phoneCodes: PhoneCodes;
  phoneCodeTries: PhoneCodeTries;
  suppressions: Suppressions;
  postCounts: PostCounts;
  budgets: Budgets;
  verdicts: Verdicts;
  velocity: Velocity;
  spentProofs: SpentProofs;
  leads: Leads;
  outbox: OutboxQueue;
  sales: Sales;
  outcomes: Outcomes;
  ledger: Ledger;
  costs: Costs;
  dailyPlaces: DailyPlaces;
  consents: Consents;
  consentLog: ConsentLog;
  consentPages: ConsentPages;
  readings: Readings;
  consoleSessions: ConsoleSessions;
  inbox: Inbox;
  ownLists: OwnLists;
  pauses: Pauses;
  terms: Terms;
  progressSaves: ProgressSaves;
  analytics: AnalyticsStore;
  firstViews: FirstViews;
  alarms: Alarms;
  dayNotes: DayNotes;
  people: People;
  retention: Retention;
  /** Seals all personal data with the newest key. Returns how many rows that changed; undefined without a key. */
  rekey(): Promise<number | undefined>;
  /** True when the store can be written: its tables are up to date, and a write completes. */
  ready(): Promise<boolean>;
  /** Its size in bytes. */
  size(): Promise<number>;
  /** Makes messages and progress saves due that would wait longer than any backoff lasts. Returns how many. */
  bringForward(): Promise<number>;
  close(): Promise<void>;
}
