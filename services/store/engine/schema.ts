import type { Generated } from "kysely";
import type { ChainedConsent } from "../consents/consent-chain.ts";
import type {
  ExperimentChange,
  FileChange,
  InvoiceMark,
  KeptCost,
  KeptInvoice,
  KeptStop,
  KeptVerdict,
  OwnWordsRow,
  ReturnRequest,
  SecondOffer,
} from "../feature-rows.ts";
import type {
  AnalyticsSession,
  AnalyticsSource,
  AnalyticsTrace,
  Attempt,
  ConsentPage,
  ConsentRow,
  ConsoleSession,
  DayNote,
  KeptHead,
  KeptOutcome,
  KeptSale,
  KeptSession,
  KeptViews,
  Lead,
  LogEntry,
  Message,
  Note,
  Notice,
  Pause,
  PrivacyRequest,
  Reading,
  Refusal,
  Sighting,
  SourceCost,
  Suppression,
  TermsChange,
  Visit,
} from "../rows.ts";
import type { ClosedMonth, LineRow, News } from "../sales/ledger-lines.ts";

/**
 * The tables, the same on SQLite and PostgreSQL: JSON is text, times are epoch milliseconds,
 * booleans are 0 or 1. The migrations create exactly these tables, with names_like_this for namesLikeThis.
 */
export interface Schema {
  visits: Omit<Visit, "entries"> & {
    /** How many entries the log has, and how many of them are rolled up in a session of the analysts' tables. */
    logLength: number;
    rolledLength: number;
    /** Until then one process rolls it up. */
    rollLockedUntil: number | null;
  };
  visitLog: Omit<LogEntry, "body"> & { visitId: string; body: string };
  /**
   * Which entries of a visit's log the progress endpoint has not confirmed: those from each seq on.
   * `nextAt` is null while there are none; `tries` counts failures in a row.
   */
  progressSaves: {
    visitId: string;
    progressionSeq: number;
    backupSeq: number;
    nextAt: number | null;
    tries: number;
    lockedUntil: number | null;
  };
  /** `addressHash` is keyed, so that the table reveals no address. */
  badEmails: { sessionId: string; addressHash: string; times: number; updatedAt: number };
  /**
   * Codes of our own; numbers and codes are keyed hashes, so that the table reveals neither. `phoneHash`: of a number and the
   * session that had the code sent; `numberHash`: of the number alone.
   */
  phoneCodes: {
    phoneHash: string;
    numberHash: string | null;
    codeHash: string;
    sends: number;
    checks: number;
    expiresAt: number;
  };
  /** Sends and checks of codes, by any maker. */
  phoneCodeTries: {
    id: string;
    kind: "send" | "check";
    phoneHash: string;
    networkHash: string;
    sessionId: string;
    at: number;
    failed: number;
  };
  /** Posts of a network (a keyed hash) in the window that began at this moment; only of those that post a lot. */
  postCounts: { networkHash: string; beganAt: number; posts: number };
  /** What paid services said, as JSON, by the keyed hash of the address or number. */
  verdicts: { subjectHash: string; said: string; at: number };
  /** Which leads of one subject, kept as a keyed hash, went to a receiver. */
  velocity: Sighting & { messageId: string; subjectHash: string };
  /** Rows that are only locked, never changed (locks.ts). */
  turns: { name: string };
  /** Proofs of work that were accepted, so that each is accepted once. */
  spentProofs: { nonce: string; expiresAt: number };
  /** Secrets that are created once per store. */
  storeKeys: { name: string; value: string };
  /** Visits and leads whose keys still have to be forgotten; a row is deleted once that is done. */
  forgottenKeys: { owner: string };
  /** `keyMark` tells which key made the hash; `cameBy`: from which network by the form, as a keyed hash. */
  suppressions: Suppression & { addressHash: string; keyMark: string; cameBy: string | null };
  leads: Omit<Lead, "qualified" | "record" | "derived" | "signs" | "buyers"> & {
    qualified: number | null;
    record: string;
    derived: string;
    signs: string | null;
    /** Names of the firms that the consent names; null where it names none. No personal data: it stays. */
    buyers: string | null;
  };
  /** Who asked for their data or its deletion, kept without the address. */
  privacyRequests: PrivacyRequest & { addressHash: string };
  /** Evidence outlives the lead, hence no foreign key. */
  consents: ConsentRow;
  consentPages: ConsentPage;
  readings: Reading;
  consoleSessions: ConsoleSession;
  /** Leads that a person has dealt with. */
  leadMarks: { leadId: string; handledAt: number; handledBy: string };
  leadNotes: Note;
  /** Keyed hashes of what a lead is found by. */
  leadKeys: { hash: string; leadId: string };
  pauses: Pause;
  /** Consents from before the log existed; nothing is added. */
  consentChain: ChainedConsent;
  /** Roots of the log's whole subtrees of 256 leaves, 65,536 and so on, in hex; at level 0 only the first leaf, which is no consent. */
  consentNodes: { level: number; position: number; hash: string };
  /** Signed heads of the log: the newest, and all that witnesses got. `peaks`: of the tree, in hex, separated by spaces. */
  consentHeads: KeptHead & { peaks: string };
  outbox: Message;
  /** `change` grows with every session that is written, so that what is new can be read. */
  analyticsSessions: Omit<KeptSession, "lastAt"> & Pick<AnalyticsSession, "visitId">;
  /** Where sessions came from and which ways they took, each stored once: `hash` covers all other columns. */
  analyticsSources: Omit<AnalyticsSource, "simulated"> & { id: number; hash: string; simulated: number };
  analyticsTraces: AnalyticsTrace & { id: number; hash: string };
  /** First views by hour and source; `change` grows with every row that is written. */
  analyticsViews: KeptViews;
  /**
   * That a buyer took a lead, and what it said; nothing in it is personal, and it outlives the lead. `booked` is null where the
   * program that wrote the row keeps no books, here and in `outcomes`. `toBook`: a `NewSale` as JSON until the books have it.
   */
  sales: KeptSale & { booked: number | null; toBook: string | null };
  /** What became of a lead at its buyer; nothing in it is personal, and it outlives the lead. `day`: null of older programs. */
  outcomes: Omit<KeptOutcome, "day"> & {
    day: number | null;
    booked: number | null;
    receivedAt: number | null;
  };
  /** The books; nothing in them is personal, and they outlive the lead. */
  salesLedger: LineRow;
  closedMonths: ClosedMonth;
  /** What affiliates are still to be told of the books' lines. */
  news: News;
  /** Who is on the suppression list since then, whose leads are still to be found: by the keys of `leadKeys`, separated by spaces. */
  refusals: Refusal & { leadKeys: string };
  /** That a buyer said of a lead that its person wants no call; nothing in it is personal, and it outlives the lead. */
  stops: KeptStop;
  /** What buyers ask to return; nothing in it is personal, and it outlives the lead. */
  returnRequests: ReturnRequest;
  /** What is counted of a lead in `returnTallies`: how many sales it had, from which day on, and how many of them came back. */
  returnedLeads: { leadId: string; day: number; survey: string; sold: number; back: number };
  /** By the business day of the first sale: how many sales leads with an answer had, and how many of them came back. */
  returnTallies: { day: number; survey: string; question: string; value: string; sold: number; back: number };
  /** Leads by day, survey and verdict; with a question, those that another answer to it would have qualified. */
  verdictTallies: {
    day: number;
    survey: string;
    verdict: string;
    step: string;
    field: string;
    answer: string;
    leads: number;
  };
  /** What lists said about a number; nothing in it is readable as one. */
  scrubVerdicts: KeptVerdict;
  /** How often a list was asked on a day of the company's, and what that cost, in thousandths of a cent. */
  scrubDays: { scrub: string; day: number; questions: number; cost: number };
  /** What buyers were billed, and what became of it; it names no person, and is kept for good. */
  invoices: KeptInvoice;
  invoiceMarks: InvoiceMark;
  /** Once per lead; nothing in it is personal. */
  secondOffers: SecondOffer;
  /** As releases before this one had it: for one reader. */
  affiliateNews: Omit<News, "price">;
  /** Where a lead with an outcome came from, and on which day; kept because its visit is erased before it is paid for. */
  leadSources: { leadId: string; sourceId: number; day: number };
  sourceCosts: SourceCost;
  /** Messages for people, each to one destination. */
  alarmNotices: Notice & { sentAt: number | null; lockedUntil: number | null };
  /** Shared between analysts; their page asks for no personal data. */
  dayNotes: DayNote;
  /** Whom a receiver does not want; `import` names the list that said so last. */
  ownLists: { destination: string; addressHash: string; import: string };
  /** A receiver's or affiliate's leads of a day, numbered from 1. `messageId` has one place at most; `cents` is what it brings. */
  dailyPlaces: {
    destination: string;
    day: string;
    place: number;
    messageId: string;
    cents: Generated<number>;
  };
  termsChanges: TermsChange;
  experimentChanges: ExperimentChange;
  fileChanges: FileChange;
  ownWords: OwnWordsRow;
  /** Which receivers a process runs with, by a digest, and when it last said so. */
  runningReceivers: { process: string; digest: string; at: number };
  outboxAttempts: Omit<Attempt, "messageId"> & { outboxId: string };
  questionCosts: KeptCost;
}
