/** Receivers and services that have variables of their own. */
import type { Declared } from "./destinations/shape.ts";
import type { Plain } from "./plain-settings.ts";
import type { Variables } from "./variables.ts";

/** A post that follows our own contract: a flat record, JSON or form-encoded, whose answer is not read. */
export type OwnPost = {
  name: "distribution" | "transformed-lead" | "ticket-lead" | "bad-words";
  url: string | undefined;
  encoding: "json" | "form";
  /** Undefined where the receiver buys no leads: it gets what the buyer got. */
  isTest?: boolean;
  /** In milliseconds. */
  firstRetryMs: number;
  /** Each `whsec_<base64>`; every one signs. Without any the posts are not signed. */
  secrets: readonly string[];
  timeoutMs?: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/** The settings of our own posts: addresses, secrets, waits in milliseconds. */
export function ownPostSettings(given: Variables & Plain) {
  const common = { firstRetryMs: given.delivery["own-posts-first-retry-ms"], secrets: given.WEBHOOK_SECRETS };
  const leads = (name: OwnPost["name"], url: string | undefined, isTest: boolean): OwnPost => {
    return { name, url, encoding: "json", isTest, ...common };
  };
  return {
    ownPosts: [
      leads("distribution", given.DISTRIBUTION_URL, given.delivery["distribution-test"]),
      leads("transformed-lead", given.TRANSFORMED_LEAD_URL, given.delivery["transformed-lead-test"]),
      leads("ticket-lead", given.TICKET_LEAD_URL, given.delivery["ticket-lead-test"]),
      { name: "bad-words", url: given.BAD_WORDS_WEBHOOK_URL, encoding: "form", ...common } satisfies OwnPost,
    ],
    /** '' where the fallback of the specification is wanted. */
    transformedAffid: given.delivery["transformed-lead-affid"],
    progressUrl: given.PROGRESS_URL,
    ownPostsFirstRetryMs: given.delivery["own-posts-first-retry-ms"],
    webhookSecrets: given.WEBHOOK_SECRETS,
    /** Where receivers are asked to delete a lead, by the name of their destination. */
    deletionUrls: given.DELETION_URLS,
  };
}

export type TwilioAccount = { baseUrl: string; user: string; secret: string; service: string };

/** The account by its own id and token, or better by a key that can be revoked. */
export function twilioAccount(given: Variables): TwilioAccount | undefined {
  const { TWILIO_SECRET: secret, TWILIO_VERIFY_SERVICE_SID: service } = given;
  const user = given.TWILIO_API_KEY ?? given.TWILIO_ACCOUNT_SID;
  return user && secret && service ? { baseUrl: given.TWILIO_BASE_URL, user, secret, service } : undefined;
}

/** Settings that do not go together, in words. */
export function phoneCodeContradictions(given: Variables): string[] {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_API_KEY: key } = given;
  const parts = [account ?? key, given.TWILIO_SECRET, given.TWILIO_VERIFY_SERVICE_SID].filter(Boolean).length;
  const faults: string[] = [];
  if (account && key) faults.push("TWILIO_ACCOUNT_SID and TWILIO_API_KEY must not both be set");
  if (parts > 0 && parts < 3) {
    faults.push(
      "TWILIO_ACCOUNT_SID or TWILIO_API_KEY, TWILIO_SECRET and TWILIO_VERIFY_SERVICE_SID must be set together",
    );
  }
  if (parts > 0 && given.SMS_URL) {
    faults.push("SMS_URL must not be set beside TWILIO_…: only one of them sends codes");
  }
  return faults;
}

/** The witnesses that get the log's signed heads, each undefined where there is none, and how often. */
export type WitnessSettings = {
  /** A file that lines are added to, best on another machine. */
  file?: string;
  /** An address that each head is posted to. */
  url?: string;
  /** A mailbox, and the mail server and sender of the operator's first destination of kind email. */
  email?: { to: string; smtp: string; from: string };
  /** A timestamp authority (RFC 3161). */
  timestampUrl?: string;
  everyMs: number;
};

const isEmail = (declared: Declared): declared is Declared<"email"> => declared.kind === "email";

/** @param wanted what takes a mail server, by its name */
export function mailFaults(wanted: Record<string, boolean>, destinations: readonly Declared[]): string[] {
  if (destinations.some(isEmail)) return [];
  return Object.entries(wanted)
    .filter(([, isWanted]) => isWanted)
    .map(([name]) => `${name} needs a destination of kind email, whose mail server sends`);
}

export function evidenceSettings(given: Variables & Plain, destinations: readonly Declared[]) {
  const to = given.consents["witness-email"];
  const mail = destinations.find(isEmail);
  const witnesses: WitnessSettings = {
    file: given.CONSENT_WITNESS_FILE,
    url: given.CONSENT_WITNESS_URL,
    email: to && mail ? { to, smtp: mail.smtp, from: mail.from } : undefined,
    timestampUrl: given.CONSENT_TIMESTAMP_URL,
    everyMs: given.consents["witness-minutes"] * 60_000,
  };
  return {
    witnesses,
    /** Letters to visitors with their consent, through the same mail server; undefined: there are none. */
    receipts:
      given.limits["receipts-per-day"] > 0 && mail
        ? { smtp: mail.smtp, from: mail.from, perDay: given.limits["receipts-per-day"] }
        : undefined,
  };
}
