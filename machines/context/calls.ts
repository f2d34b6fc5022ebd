import type { BuyerList } from "../rules/buyer-lists.ts";
import type { EmailVerdict } from "../rules/email.ts";
import type { Buyer } from "../rules/one-to-one.ts";
import type { JudgedPhone, PhoneReport } from "../rules/phone.ts";
import type { Place } from "../rules/place.ts";
import type { KnownFields } from "./known-fields.ts";

/** The services a survey invokes, by their id in the charts. */
export type CallId =
  | "checkEmail"
  | "lookUpZip"
  | "checkPhone"
  | "readDescription"
  | "findBuyers"
  | "listBuyers"
  | "checkGibberish"
  | "exchangeLeadData"
  | "postLead";

/** Why a call gave no answer; only one chart distinguishes the kinds. */
export type CallFailure = { kind: "timeout" | "unavailable" | "refused" | "garbage" };

export type EmailOutcome = EmailVerdict;
/**
 * `isTaken`: the ZIP code is accepted without a place; the visitor was asked about it, or it belongs to an island or an
 * army.
 */
export type ZipOutcome = Place & { isTaken?: true };
/** In a browser it is our server's verdict. */
export type PhoneOutcome = PhoneReport | JudgedPhone;
/** Whether the description is about a hit and run (ruling 84). */
export type DescriptionOutcome = { hit_and_run: "yes" | "no" };
/** The buyers service's input: the record as far as it is known. */
export type BuyersAsked = { fields: KnownFields };
/** The answer of the service that selects buyers, null without one; the chart decides what follows from it. */
export type BuyersFound = { selected: Buyer[]; possible: Buyer[] } | null;
/** Which of the operator's lists of buyers is read; it is empty where the operator has named nobody. */
export type ListAsked = { list: BuyerList };
export type GibberishOutcome = { is_gibberish: boolean };
export type ExchangeInput = { zip: string };
/** Where the visitor is sent once the lead is stored. */
export type PostedLead = { location: string };

/** Longest wait for the buyers service, in milliseconds (spec 7); the caller keeps to it. */
export const BUYERS_TIMEOUT_MS = 15_000;

export type CallOutputs = {
  checkEmail: EmailOutcome;
  lookUpZip: ZipOutcome;
  checkPhone: PhoneOutcome;
  readDescription: DescriptionOutcome;
  findBuyers: BuyersFound;
  listBuyers: Buyer[];
  checkGibberish: GibberishOutcome;
  exchangeLeadData: null;
  postLead: PostedLead;
};

/** A settled call, as it is in the log. */
export type Outcome<Id extends CallId = CallId> = Id extends CallId
  ? { call: Id; output: CallOutputs[Id] } | { call: Id; error: CallFailure }
  : never;
