import type { Alarms } from "./analytics/alarms.ts";
import type { AnalyticsStore } from "./analytics/analytics.ts";
import type { DayNotes } from "./analytics/day-notes.ts";
import type { FirstViews } from "./analytics/first-views.ts";
import type { ConsentLog } from "./consents/consent-log.ts";
import type { ConsentPages } from "./consents/consent-pages.ts";
import type { Consents } from "./consents/consents.ts";
import type { Budgets } from "./guards/budgets.ts";
import type { ConsoleSessions } from "./guards/console-sessions.ts";
import type { OwnLists } from "./guards/own-lists.ts";
import type { PostCounts } from "./guards/post-counts.ts";
import type { Readings } from "./guards/readings.ts";
import type { SpentProofs } from "./guards/spent-proofs.ts";
import type { Suppressions } from "./guards/suppressions.ts";
import type { Inbox } from "./leads/inbox.ts";
import type { Leads } from "./leads/leads.ts";
import type { Submit } from "./leads/submit.ts";
import type { Velocity } from "./leads/velocity.ts";
import type { DailyPlaces } from "./outbox/daily-places.ts";
import type { OutboxQueue } from "./outbox/outbox-queue.ts";
import type { Pauses } from "./outbox/pauses.ts";
import type { Terms } from "./outbox/terms.ts";
import type { People } from "./people/types.ts";
import type { Retention } from "./retention/rules.ts";
import type { Costs } from "./sales/costs.ts";
import type { Ledger } from "./sales/ledger.ts";
import type { Outcomes } from "./sales/outcomes.ts";
import type { Sales } from "./sales/sales.ts";
import type { BadEmails } from "./visits/bad-emails.ts";
import type { PhoneCodes, PhoneCodeTries } from "./visits/phone-codes.ts";
import type { ProgressSaves } from "./visits/progress-saves.ts";
import type { Verdicts } from "./visits/verdicts.ts";
import type { Visits } from "./visits/visits.ts";

/**
 * What the rest of the program sees of the store. Times are epoch milliseconds (UTC).
 * Every method may throw `StoreUnavailable` (services/store/engine/errors.ts): the server answers 503, nothing is half-written.
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
