import type { KnownFields } from "../../machines/context/known-fields.ts";
import type { SourceLevels } from "../../machines/context/source-path.ts";
import type { CompensationEstimate } from "../../machines/rules/compensation.ts";
import type { EmailReport } from "../../machines/rules/email.ts";
import type { Buyer } from "../../machines/rules/one-to-one.ts";
import type { PhoneReport } from "../../machines/rules/phone.ts";
import type { Place } from "../../machines/rules/place.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { Caps } from "../settings/destinations/terms.ts";
import type { CodeFor } from "../store/visits/phone-codes.ts";
import type { RoutedLead, Sale } from "./routed-lead.ts";

/**
 * One small interface per outside call. An adapter either answers or throws `ProviderFailure`;
 * what a failure means for the visitor is stated once, in the machines (`onError`), never here.
 */

export interface ZipLookup {
  /** @param zip five digits */
  lookUp(zip: string): Promise<Place>;
}

export interface EmailCheck {
  /** @param email trimmed and lower-cased */
  check(email: string): Promise<EmailReport>;
}

export interface PhoneCheck {
  /** @param digits ten digits, no country code */
  check(digits: string): Promise<PhoneReport>;
}

/** Verification of a phone number by a code. Numbers are in +1 form. */
export interface PhoneCode {
  /** @returns whether a code is on its way; false where the number cannot have one */
  send(to: CodeFor & { language: Language }): Promise<{ sent: boolean }>;
  /** @returns status in the provider's words: `approved`, or `pending` for a wrong code, `expired`, `max_attempts_reached`, … */
  check(typed: CodeFor & { code: string }): Promise<{ status: string }>;
}

export interface GibberishCheck {
  /** @returns true when the text is keyboard mash */
  judge(text: string): Promise<boolean>;
}

/** Body of the lead-data exchange before submission (spec 7). */
export type LeadExchangeBody = {
  project: "MVA";
  zipCode: string;
  ipAddress: string;
  userAgent: string;
  tf: string;
  leadId: string;
};

export interface LeadExchange {
  announce(body: LeadExchangeBody): Promise<void>;
}

/** An address that is blocked, masked, and where it was given. */
export type BlockedEmail = {
  survey: string;
  path: string;
  affid: string;
  email: string;
  /** So many others were blocked since the last alert, and have none of their own. */
  others?: number;
};

export interface ChatAlert {
  send(about: BlockedEmail): Promise<void>;
}

export interface Buyers {
  /**
   * @param fields the record as far as it is known: facts of the accident and the place, no name or number
   * @returns null where there is nobody who could choose
   */
  find(fields: KnownFields): Promise<{ selected: Buyer[]; possible: Buyer[] } | null>;
}

export interface Mappings {
  /** @returns which of the buyer's campaigns this traffic belongs to; undefined where nobody maps */
  find(source: {
    affid: string;
    oid: string;
  }): Promise<{ lp_campaign_id: string; lp_supplier_id: string; lp_key: string } | undefined>;
}

export interface PrePopulation {
  /** @returns whether this affiliate's visitors find the form filled in with what they gave before; undefined: nobody's do */
  ask(about: { affid: string; sessionId: string }): Promise<"yes" | "no" | undefined>;
}

export interface Compensation {
  /**
   * @param fields facts of the accident and the place, no name or number
   * @returns undefined where nobody estimates
   */
  estimate(fields: KnownFields): Promise<CompensationEstimate | undefined>;
}

/** `seq` is the entry's place in its visit's log; `at` UTC milliseconds. `back` names the step that was left. */
export type ProgressionEntry = { seq: number; at: number } & ({ step: string } | { back: string });
export type BackupEntry = { seq: number; at: number } & (
  | { step: string; answers: Record<string, unknown> }
  | { back: string }
);

export interface ProgressSave {
  /**
   * @param body `session` is opaque and no visitor's cookie
   * @returns which of the two queues has arrived
   */
  save(body: {
    session: string;
    data: { progression: ProgressionEntry[]; backup: BackupEntry[] };
  }): Promise<{ progression: boolean; backup: boolean }>;
}

/**
 * What a buyer's server made of a lead.
 * `accepted` and `duplicate` are final and good; `rejected` is final: the buyer has it and does not want it.
 * `unknown`: it answered, and by its rule that is neither a yes nor a no, so it may have the lead.
 * `optedOut`: the lead's visitor wants it sent to nobody.
 */
export type DeliveryResult = {
  outcome: "accepted" | "duplicate" | "rejected" | "unknown";
  detail: string;
  optedOut?: true;
  sale?: Sale;
  /** What is odd about the price of the sale, for its line of the books. */
  oddPrice?: string;
};

/** What a buyer agreed to. */
export type BuyerTerms = {
  /** What it pays where its answer names no price, in cents, as of now. */
  priceCents(): number | undefined;
  /** Whether it names a price before it gets a lead, which is what it pays. */
  bids: boolean;
  returnDays: number;
  /** What an affiliate gets for a lead that is sold, as of now: cents, a share such as `40%`, or ''. */
  payoutOf(affiliate: string): string;
  /** Whether it is one that the operator has terms with. */
  knowsAffiliate(affiliate: string): boolean;
  /** The sub ids by which its leads' sources are told apart. */
  sourceLevels: SourceLevels;
  /** How many of an affiliate's leads may be sold by the file. */
  affiliateCaps(affiliate: string): Caps;
};

/** Why a receiver does not want a lead: `it takes only leads in TX or FL`, and `its`: what the lead says to that, which is the visitor's. */
export type Unwanted = { why: string; its?: string };

/** Which leads go to a receiver of the operator's own choice, besides those that a variant names. */
export type Route = {
  wants(lead: RoutedLead): boolean;
  /** Why it does not want a lead, as of now; undefined where it does. */
  unwanted(lead: RoutedLead): Unwanted | undefined;
  /** Until it takes leads again, in milliseconds; 0 where it does now. */
  closedForMs(at: number): number;
  /** How many leads it gets at most by the file: the store has the changes. */
  capsInFile: Caps;
  /** The same as of now; one that another process changed a moment ago may be missing. */
  caps(): Caps;
  /** The day that is counted, `2026-01-31`. */
  day(at: number): string;
  /** Its place among the buyers of whom one at most gets a lead: when it says no, the next one is asked. */
  order?: number;
  /** Its share of first places, where the order is drawn for each lead. */
  weight?: number;
  /** It also gets leads whose visitors opted out of the selling and sharing of their data. */
  getsOptedOut: boolean;
};

/**
 * A lead whose number its receiver has had so many milliseconds before waits for the operator, is sent with a mark, or is
 * not sent; 0 milliseconds for none.
 */
export type Repeats = { withinMs: number; action: "hold" | "mark" | "skip" };

/** The record of the made-up lead of `claimpath try`. */
export type SampleRecord = Record<string, unknown> & { phone: string };

/** A server-side destination of the outbox. */
export interface Destination {
  /** Name in the outbox, the log and the commands, for example `lead-prosper`. */
  readonly name: string;
  /** Names of the outbox's rows that it takes, where they are not its own: one place that serves several receivers. */
  readonly takes?: readonly string[];
  /** False when its settings are missing: rows then wait as `unconfigured`. */
  readonly configured: boolean;
  /** Whether what it is sent is marked as a test (`lp_action`); undefined where it is not its to say. */
  readonly isTest?: boolean;
  /** The lead's other messages wait a while for its verdict (services/delivery/outbox/hold.ts). */
  readonly goesFirst?: boolean;
  /** Shortest wait before a second attempt, in milliseconds. */
  readonly firstRetryMs: number;
  readonly route?: Route;
  /** Of a buyer that pays for leads: what it takes is a line of the books. Undefined also where it gets tests only. */
  readonly terms?: BuyerTerms;
  /**
   * What it would pay for a lead, of which it hears nothing that says who the person is: a price that it names, or agreed to
   * before. All but `accepted` is no bid. Of a buyer of an order in which the highest bid goes first.
   */
  bid?(message: { id: string; payload: Record<string, unknown> }, withinMs: number): Promise<DeliveryResult>;
  /** It is no receiver: in its turn the buyers of the order are asked for bids, which count within this time. */
  readonly bidsWithinMs?: number;
  /** What becomes of a second lead of one person; undefined where nobody is called because of it. */
  readonly repeats?: Repeats;
  /** Sends one message; throws `ProviderFailure` when it is not known to have arrived. */
  deliver(message: {
    id: string;
    payload: Record<string, unknown>;
    attempt: number;
    /** Whether its terms allow a lead for these cents, which it bid just now; where they do not, it is not sent the lead. */
    affords?: (cents: number) => Promise<boolean>;
    /** The lead's record, where the payload has none, to know what of an answer tells of its person. */
    record?: () => Promise<Record<string, unknown> | undefined>;
    /** What the lead's buyers owe for it by the books now, in cents. */
    owed?: () => Promise<number>;
  }): Promise<DeliveryResult>;
  /** What `claimpath try` sends of itself to one that takes no leads: a message that counts for nothing, and its lead's record. */
  sample?(
    record: SampleRecord,
  ): Promise<{ payload: Record<string, unknown>; record: Record<string, unknown> }>;
}

/** A message about alarms: a subject, and lines of numbers and ids. It contains no personal data. */
export type AlarmMessage = { began: boolean; subject: string; text: string };

/** An alarm message to send; `id` is the same at every attempt, `at` is when it was written, epoch milliseconds. */
export type SentAlarm = AlarmMessage & { id: string; at: number };

/** A destination of the operator's file that takes alarms. */
export interface AlarmSink {
  readonly name: string;
  /** @throws ProviderFailure when it is not known to have arrived */
  send(alarm: SentAlarm): Promise<void>;
}
