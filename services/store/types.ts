import type { Alarms } from "./alarms.ts";
import type { AnalyticsStore } from "./analytics.ts";
import type { BadEmail, BadEmails } from "./bad-emails.ts";
import type { Budgets } from "./budgets.ts";
import type { ConsentLog } from "./consent-log.ts";
import type { ConsentPages } from "./consent-pages.ts";
import type { Consents, NewConsent } from "./consents.ts";
import type { ConsoleSessions } from "./console-sessions.ts";
import type { Costs } from "./costs.ts";
import type { DailyPlaces } from "./daily-places.ts";
import type { DayNotes } from "./day-notes.ts";
import type { FirstViews } from "./first-views.ts";
import type { Inbox } from "./inbox.ts";
import type { BotSignals, Leads } from "./leads.ts";
import type { Ledger } from "./ledger.ts";
import type { NewSale } from "./ledger-book.ts";
import type { OutboxRoutes } from "./outbox-routes.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Pauses } from "./pauses.ts";
import type { People } from "./people/types.ts";
import type { PhoneCodes, PhoneCodeTries } from "./phone-codes.ts";
import type { PostCounts } from "./post-counts.ts";
import type { ProgressSaves } from "./progress-saves.ts";
import type { Readings } from "./readings.ts";
import type { Retention } from "./retention/rules.ts";
import type { KeptSale, Sales } from "./sales.ts";
import type { SpentProofs } from "./spent-proofs.ts";
import type { Suppressions } from "./suppressions.ts";
import type { Velocity } from "./velocity.ts";
import type { Verdicts } from "./verdicts.ts";

/**
 * What the rest of the program sees of the store. Times are epoch milliseconds (UTC).
 * Every method may throw `StoreUnavailable` (services/store/errors.ts): the server answers 503, nothing is half-written.
 */

/** One line of a visit's log; `body` is any JSON value. Kinds in use: entry, answer, outcome, fact, back, refused. */
export type NewEntry = { kind: string; body: unknown; at: number };
export type LogEntry = NewEntry & { seq: number };

/** A visit as it is named when its log grows; the row is made on the first append. */
export type NewVisit = { id: string; sessionId: string; variant: string; machineVersion: string };
/** `newest`: the session's newest visit of this variant as the writer saw it; the append fails if another tab made a newer one. */
export type BegunVisit = NewVisit & { newest?: string | null };
/** `entries` are in order; the first has seq 0, so the next seq is `entries.length`. */
export type Visit = NewVisit & {
  createdAt: number;
  updatedAt: number;
  leadId: string | null;
  entries: LogEntry[];
};

export interface Visits {
  /**
   * Adds entries from `expectedNextSeq` on (0 for a new visit) and counts the bad results reported in them, in one
   * transaction; `conflict` when another tab or process was first with either.
   */
  append(
    visit: BegunVisit,
    expectedNextSeq: number,
    entries: NewEntry[],
    badEmails?: readonly BadEmail[],
  ): Promise<"ok" | "conflict">;
  load(visitId: string): Promise<Visit | undefined>;
  /** The session's newest visit of this variant. */
  latest(sessionId: string, variant: string): Promise<Visit | undefined>;
  /** The session's newest visit, of any variant, that made a lead. */
  latestWithLead(sessionId: string): Promise<Visit | undefined>;
}

export type LeadKind = "survey" | "contact";

/** `id`: make it with `uuid7` (services/store/uuid7.ts), so that leads sort by time. */
export type NewLead = {
  id: string;
  kind: LeadKind;
  variant: string;
  /** null where this does not apply (contact form). */
  qualified: boolean | null;
  dqReason: string | null;
  /** The lead exactly as posted, fields named as in the specification. */
  record: Record<string, unknown>;
  /** Each value a rule changed: what it was, what it became, which rule. */
  derived: unknown[];
  /** Where the visitor was redirected. */
  location: string;
  /** null for leads of earlier versions. */
  signs: BotSignals | null;
  /** Names of the firms that its consent names. */
  buyers: readonly string[];
};
/** `origin`: the visit's id or the contact form's token; unique. */
export type Lead = NewLead & {
  origin: string;
  createdAt: number;
  /** When its personal data was erased; lists leave such a lead out. */
  erasedAt: number | null;
};

/** `unconfigured` rows wait until their destination has its settings. `heldMs`: not sent before, unless released. */
export type NewMessage = {
  destination: string;
  payload: Record<string, unknown>;
  status: "waiting" | "unconfigured";
  heldMs?: number;
};

export type Submission = { lead: NewLead; consent: NewConsent | null; outbox: NewMessage[] };
/** `duplicate`: this visit or form already made a lead; `lead` is the first one, unchanged. */
export type Submitted =
  | { status: "stored" | "duplicate"; lead: Lead }
  | { status: "conflict"; lead?: undefined };

/**
 * In the order in which they are sent. `suppressed` was never sent, because its visitor asked for that; `held` waits for
 * the operator, because somebody consented in the name of a person who refused.
 */
export const messageStatuses = [
  "waiting",
  "sending",
  "delivered",
  "rejected",
  "suppressed",
  "held",
  "parked",
  "unconfigured",
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** A row of the outbox. `payload` is JSON text; the worker has to handle text that does not parse. */
export type Message = {
  /** The same at every attempt; receivers may rely on it to recognize a resend. */
  id: string;
  leadId: string;
  destination: string;
  payload: string;
  status: MessageStatus;
  /** Sends begun, the current one included. */
  attempts: number;
  /** Attempts made before the last manual retry; they do not count towards the limit. */
  attemptsForgiven: number;
  runAt: number;
  lockedUntil: number | null;
  lastError: string | null;
  createdAt: number;
  updatedAt: number;
  /** Of the post that made it; null where none is known. */
  requestId: string | null;
  /** The span that made it; null where none was traced. */
  traceparent: string | null;
};
export type AttemptOutcome =
  | "accepted"
  | "duplicate"
  | "rejected"
  | "suppressed"
  | "held"
  | "failed"
  | "parked";
export type Attempt = {
  messageId: string;
  attempt: number;
  at: number;
  outcome: AttemptOutcome;
  detail: string;
};

export type OfLead = { messages: readonly Message[]; attempts: readonly Attempt[] };

export interface OutboxQueue extends OutboxRoutes {
  /** Takes the oldest rows of these destinations that are due, or whose locks ran out; counts the attempts. Default: 1. */
  claim(destinations: readonly string[], now: number, most?: number, lockMs?: number): Promise<Message[]>;
  /** @param sold what its buyer said when it took the lead, and the line of the books; in the same transaction */
  delivered(
    message: Message,
    outcome: "accepted" | "duplicate",
    detail: string,
    sold?: { said?: KeptSale; booked?: NewSale },
  ): Promise<void>;
  rejected(message: Message, detail: string): Promise<void>;
  retryAt(message: Message, runAt: number, detail: string): Promise<void>;
  park(message: Message, detail: string): Promise<void>;
  /** Closes it without sending it. */
  suppress(message: Message, detail: string): Promise<void>;
  /** Sets it aside for the operator. */
  hold(message: Message, detail: string): Promise<void>;
  /** Makes the lead's messages due that were held back and never tried. */
  release(leadId: string): Promise<void>;
  /** Closes all other messages of this lead that are neither delivered nor being sent. */
  withdraw(message: Message, detail: string): Promise<void>;
  /** Parks a message that is not being sent at the moment; false when there is no such message. */
  parkByHand(id: string): Promise<boolean>;
  /** Makes `unconfigured` rows of these destinations wait for delivery. Returns how many. */
  activate(destinations: string[]): Promise<number>;
  /**
   * Puts one row, or all parked rows of some destinations, back in the queue, due now. Returns how many.
   * `when`: asked of all messages of the row's lead, while no other of them is put back
   */
  requeue(
    which: { id: string; when?: (ofLead: OfLead) => boolean } | { parkedFor: string[] },
  ): Promise<number>;
  /** All messages of a lead, the newest first, and what came of each. */
  ofLead(leadId: string): Promise<OfLead>;
  get(id: string): Promise<Message | undefined>;
  list(filter: {
    status?: MessageStatus;
    destination?: string;
    leadId?: string | readonly string[];
    /** Buyers in their order: none whose no was passed on to a later one. */
    exceptPassedOn?: readonly string[];
    limit?: number;
  }): Promise<Message[]>;
  attempts(messageId: string | readonly string[]): Promise<Attempt[]>;
  /** The number of all messages. */
  count(): Promise<number>;
  /** What is not delivered, per destination and status; `oldestAt` is when the oldest of them was made. */
  depth(): Promise<{ destination: string; status: MessageStatus; count: number; oldestAt: number }[]>;
}

export interface Store {
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
  pauses: Pauses;
  progressSaves: ProgressSaves;
  analytics: AnalyticsStore;
  firstViews: FirstViews;
  alarms: Alarms;
  dayNotes: DayNotes;
  people: People;
  /** Log entries, lead, consent, outbox rows and the visit's lead id in one transaction. */
  submit(
    visit: BegunVisit,
    expectedNextSeq: number,
    entries: NewEntry[],
    submission: Submission,
  ): Promise<Submitted>;
  /** The same without a visit; idempotent on `origin`. */
  submitContact(origin: string, submission: Submission): Promise<Exclude<Submitted, { status: "conflict" }>>;
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
