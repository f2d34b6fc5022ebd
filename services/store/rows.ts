/**
 * The rows of the tables as the rest of the program has them (schema.ts lists the tables), and what is handed in to make them.
 * Times are epoch milliseconds (UTC).
 */

import type { Party, TermField } from "../settings/destinations/terms.ts";
import type { ReachKind } from "./engine/address-hash.ts";

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

export type LeadKind = "survey" | "contact";

/** What is odd about a lead, as it was seen; nothing is ever refused for it. */
export type BotSignals = {
  /** From the form's first page to its post, by our own clock; null where the page is not known. */
  tookMs: number | null;
  /** The field that people do not see was filled in. */
  trapFilled: boolean;
  /** What was another between two steps; undefined where nothing was, and for leads of earlier versions. */
  changed?: { network?: true; browser?: true };
  /** The e-mail address has letters of two scripts in one word, as look-alikes have. */
  mixedScripts?: true;
};

/** `id`: make it with `uuid7` (services/store/engine/uuid7.ts), so that leads sort by time. */
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

/**
 * A name of the outbox's rows with a dot in it is of no receiver of leads: a notice of deletion, or what a feature tells
 * somebody about one.
 */
export const aboutLeads = "%.%";

/**
 * Names of the outbox's rows that tell a receiver about a lead that it has, with what has become of the wish behind it: to
 * delete it, or to use it no more. They say nothing of who somebody is, outlive the lead, and no refusal holds them back.
 */
export const noticeKinds = ["deletion", "revoked"] as const;

export const isNotice = (destination: string) =>
  noticeKinds.some((kind) => destination.startsWith(`${kind}.`));

/** `unconfigured` rows wait until their destination has its settings. `heldMs`: not sent before, unless released. */
export type NewMessage = {
  destination: string;
  payload: Record<string, unknown>;
  status: "waiting" | "unconfigured";
  heldMs?: number;
};

/** What the visitor agreed to and how it is known. `text` is exactly what was on screen. */
export type ConsentBody = {
  /** 16 random bytes: nobody finds the rest from its hash by trying. */
  salt: string;
  text: string;
  version: string;
  language: string;
  /** Label of the button that gave the consent. */
  button: string;
  /** Path of the page, without its query. */
  page: string;
  ip: string;
  userAgent: string;
  phone: string;
  /** Build of the program that showed the form. */
  build: string;
  /** Further evidence: certificate ids, buyers displayed. */
  [more: string]: unknown;
};

export type NewConsent = { at: number; body: ConsentBody };

/** A stored consent. `body` is the JSON text that its leaf is the hash of, byte for byte; empty once it was erased. */
export type ConsentRow = {
  leadId: string;
  at: number;
  body: string;
  /** Hash in hex; null for a consent of the chain before the log. */
  leaf: string | null;
  /** Position in the log; null until it is sealed. */
  seq: number | null;
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

/** `price` in dollars. */
export type KeptSale = {
  messageId: string;
  leadId: string;
  price: number | null;
  buyerId: string | null;
  at: number;
};

/** In the order in which they come to a lead. */
export const outcomes = ["accepted", "called", "returned", "sold", "retained", "paid"] as const;

/** Why a buyer returns a lead, in the order of the documents. A fixed list: what is written freely may name the person. */
export const returnReasons = [
  ...(["has_lawyer", "at_fault", "no_injury", "no_treatment", "too_old", "out_of_state"] as const),
  ...(["duplicate", "wrong_number", "not_reached", "not_interested", "other"] as const),
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/**
 * `id` tells a repeat from news. `at`: when it came about, and `day` the business day of that, since 1970 (services/calendar/days.ts);
 * of a report that gives no time `at` is a moment of that day. `amountCents`: hundredths of `currency`, null with it.
 * `reason`: of returned leads, where the buyer gave one.
 */
export type KeptOutcome = {
  id: string;
  leadId: string;
  outcome: (typeof outcomes)[number];
  at: number;
  day: number;
  buyer: string;
  buyerLeadId: string | null;
  amountCents: number | null;
  currency: string | null;
  reason: ReturnReason | null;
};

/** What a source of visits cost. `day`: since 1970. `subId`: empty for an affiliate as a whole. `cents`: of US dollars. */
export type SourceCost = { variant: string; affiliate: string; subId: string; day: number; cents: number };

/** What several leads may have in common. */
export type SubjectKind = "phone" | "email" | "browser" | "network";

/** `nth` of the leads that a receiver had of one subject within its time. */
export type Sighting = {
  destination: string;
  leadId: string;
  kind: SubjectKind;
  nth: number;
  most: number;
  at: number;
};

/** Who refused what. Only `do-not-sell` ever yields to a later consent (services/delivery/outbox/hold.ts). */
export const refusalKinds = ["do-not-sell", "do-not-call", "operator", "erased"] as const;

export type RefusalKind = (typeof refusalKinds)[number];

/** `kind`: what was listed; `createdAt`: when it was asked for last. */
export type Suppression = { kind: ReachKind; refusal: RefusalKind; reason: string; createdAt: number };

/**
 * That somebody refused, for one reader of those who follow it up (services/store/sales/news.ts). `leadId`: of the lead of which
 * a buyer told it; '' where the person did.
 */
export type Refusal = {
  id: string;
  reader: string;
  leadId: string;
  refusal: RefusalKind;
  at: number;
};

/** That nothing is sent to a destination for now: since when, and who said so. */
export type Pause = { destination: string; at: number; person: string };

/**
 * A change of terms, which is never changed itself: `number` counts them from 1. `before` and `after` are values as the file
 * would have them, '' without a limit and null as in the file, which said `inFile` then. `undoes`: the number of another.
 */
export type TermsChange = {
  number: number;
  at: number;
  person: string;
  reason: string;
  party: Party;
  name: string;
  field: TermField;
  before: string | null;
  after: string | null;
  inFile: string;
  undoes: number | null;
};

/** A remark about a lead. It may name people, so it is sealed with the lead's key and erased with it. */
export type Note = { id: string; leadId: string; at: number; person: string; remark: string };

/** What somebody may ask about themselves: to know, or to be forgotten. */
export type RequestKind = "export" | "delete";

/** That somebody asked, without who it was: addresses are kept as keyed hashes. */
export type PrivacyRequest = { id: string; kind: RequestKind; reachKind: ReachKind; at: number };

/** What was done besides reading leads: to what, and why if that was said. Nothing of a person's data. */
export type Deed = { about?: string; reason?: string };

/** That somebody has read personal data or has changed something: who, by which command or press, and about what. */
export type Reading = { at: number; operator: string; command: string; leads: string } & Required<Deed>;

/**
 * A sign-in to the console, or what works once: a link that makes one or ends one at the identity provider, a code with which
 * a person sets a new password and second factor. Of its secret only the hash is kept.
 */
export type ConsoleSession = {
  idHash: string;
  kind: "session" | "link" | "sign-out" | "renewal";
  person: string;
  beganAt: number;
  expiresAt: number;
  /** What the browser calls itself, for people who look through their sessions. */
  browser: string;
  /** What the identity provider said that they may see; null where the file of people says it. */
  role: string | null;
  /** The provider's ID token, with which they are signed out there; only their browser can open it. */
  idToken: string | null;
};

/** A signed tree head as it is kept. `stamp`: what a timestamp authority says of it, base64. */
export type KeptHead = {
  size: number;
  note: string;
  at: number;
  pushedAt: number | null;
  stamp: string | null;
};

/** A page that consents were given on, by its hash in hex. It has nothing of any visitor, and is never changed. */
export type ConsentPage = { sha256: string; html: string; at: number };

/** How a visit came in, and which chart it saw. */
export type AnalyticsSource = {
  variant: string;
  path: string;
  offer: string;
  affiliate: string;
  subId: string;
  /** Hash of the chart. */
  version: string;
  device: string;
  language: string;
  /** Page flags that differ from their defaults, and experiments: `theme:v3,combinedLastStep:on`. */
  flags: string;
  /** Empty for a first view, of which it is not known. */
  scripts: "on" | "off" | "";
  simulated: boolean;
};

/** A way through a variant's drawn chart (services/analytics/trace.ts), and the node where the replayed log ends. */
export type AnalyticsTrace = { variant: string; items: string; place: string };

export type AnalyticsSession = {
  /** Null where the visit is erased or never existed. */
  visitId: string | null;
  source: AnalyticsSource;
  trace: AnalyticsTrace;
  /** The day on which it began, since 1970, in the site's time zone. */
  day: number;
  /** The hour in which it began, since 1970, in UTC; null for sessions from before first views were counted. */
  hour: number | null;
  result: string;
  dqReason: string;
  /** Time before each move of the trace (services/analytics/dwell.ts). */
  dwells: string;
};

/** A stored session, with the ids of its source and trace. `change` grows with every write. */
export type KeptSession = Omit<AnalyticsSession, "visitId" | "source" | "trace"> & {
  id: number;
  change: number;
  sourceId: number;
  traceId: number;
  /** When its visit was last active, epoch milliseconds; null where it is erased or never existed. */
  lastAt: number | null;
};

/**
 * How often a survey was first viewed from one source in an hour (UTC, counted since 1970). `day` is in the site's time
 * zone, where midnight may fall within an hour.
 */
export type ViewCount = {
  source: AnalyticsSource;
  hour: number;
  day: number;
  views: number;
  refused?: FirstRefusals | undefined;
};

/** Answers that the first form of a survey refused to visitors of whom no visit is stored, and for which fields. */
export type FirstRefusals = { answers: number; fields: Record<string, number> };

/** Of two counts, one of which may take something back; undefined where nothing remains. */
export function sumOfRefusals(
  one: FirstRefusals | undefined,
  other: FirstRefusals | undefined,
): FirstRefusals | undefined {
  if (!one || !other) return one ?? other;
  const fields = { ...one.fields };
  for (const [field, times] of Object.entries(other.fields)) fields[field] = (fields[field] ?? 0) + times;
  const counted = Object.entries(fields).filter(([, times]) => times !== 0);
  const answers = one.answers + other.answers;
  return answers === 0 && counted.length === 0 ? undefined : { answers, fields: Object.fromEntries(counted) };
}

/** A stored `ViewCount`, with the id of its source. `change` grows with every write. */
export type KeptViews = Omit<ViewCount, "source" | "refused"> & {
  id: number;
  change: number;
  sourceId: number;
  /** `FirstRefusals` as JSON. */
  refused: string | null;
};

/** A message to one destination; `id` is the same at every attempt, `at` epoch milliseconds. */
export type Notice = { id: string; destination: string; at: number; body: string };

/** A note on what happened on a day, for those who read its numbers. */
export type DayNote = {
  id: string;
  /** Short code of the survey that it is about; empty for all surveys. */
  variant: string;
  /** Id of the place that it is about; empty for the whole survey. */
  place: string;
  /** Days since 1970. */
  day: number;
  words: string;
  /**
   * When (epoch milliseconds) and by whom it was written and last changed. The person is null where somebody used the
   * analysts' token, which names nobody.
   */
  at: number;
  person: string | null;
  changedAt: number | null;
  changedBy: string | null;
};
