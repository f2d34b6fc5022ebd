import { given } from "../../../test/stubs/page-scripts.ts";
import type { startStubs } from "../../../test/stubs/run.ts";
import type { Fault, Stub } from "../../../test/stubs/stub-server.ts";
import type { Answer } from "../../../test/support/visitors.ts";

export type Stubs = Awaited<ReturnType<typeof startStubs>>;

/** One outside call: who fails, who needs it, and what then has to hold (spec 7 and 8). */
export type OutsideCall = {
  name: string;
  stub: (stubs: Stubs) => Stub;
  /** Which of the stub's addresses fail; all of them unless said. */
  at?: RegExp;
  /** Short code of a survey that makes the call, or `contact` for the contact form. */
  survey: string;
  query?: string;
  /** Where the survey is, if not at its own path. */
  path?: string;
  /** Values of fields that differ from plain answers. */
  given?: Answer;
  /** Answers that are given first to a step, and refused. */
  firstTry?: { step: string; answers: Answer }[];
  /**
   * Who walks: a visitor with plain forms unless said; one who also has the number verified as the modal does; or
   * Chromium on the last question, for what pages load themselves.
   */
  by?: "codes" | "browser";
  /** Most that one press may keep the visitor waiting, in milliseconds; 0 where the call is made behind their back. */
  deadlineMs: number;
  /** The specified fallback, in words. */
  fallback: string;
  /** @returns what the record has to say then, by field */
  record?: (fault: Fault) => Record<string, unknown>;
  /** A destination whose message has to be kept and to arrive once the receiver is back. */
  delivers?: string;
  /** Where the visitor has to end, by its address; the thank-you page unless said. */
  ends?: RegExp;
  /** The number on the page at the end of a walk in Chromium, as its link dials it. */
  shows?: string;
};

/** What a visitor met whose walk needed a service that failed, and what was kept of it. */
export type Walked = {
  /** Address of the page the walk ended on. */
  address: string;
  /** Longest wait for one press of a button, in milliseconds. */
  slowestMs: number;
  /** Telephone link of the page with the last question, where Chromium walked. */
  dials?: string;
};

const { certificate, token } = given;
const hasNoShape: Fault[] = ["garbage", "html", "huge"];
const bad = { firstName: "Ana", lastName: "Rivera", email: "ana@mailinator.com" };
const flagged = "The driver was drunk and offered me a free gift card at the scene.";

/** Calls as they mostly are: made by survey C in the background, and repeated. */
const usual = { survey: "c", deadlineMs: 0, fallback: "kept and sent again" };

const calls: (Omit<OutsideCall, keyof typeof usual> & Partial<OutsideCall>)[] = [
  {
    name: "e-mail check",
    stub: ({ ipqs }) => ipqs,
    at: /\/email\//,
    deadlineMs: 8_000,
    fallback: "the address counts as not blocked",
    record: () => ({ email_check: "unchecked" }),
  },
  {
    name: "phone check",
    stub: ({ ipqs }) => ipqs,
    at: /\/phone\//,
    deadlineMs: 5_000,
    fallback: "the number counts as valid and active",
    record: () => ({ phone_check: "unchecked", phone_valid: "yes", phone_active: "yes" }),
  },
  {
    name: "zip look-up",
    stub: ({ zipLookup }) => zipLookup,
    deadlineMs: 2_000,
    fallback: "the packed table answers",
    record: () => ({ city: "Beverly Hills", state: "CA", county: "Los Angeles" }),
  },
  {
    name: "gibberish check",
    stub: ({ gibberish }) => gibberish,
    deadlineMs: 3_000,
    fallback: "no answer, and nobody is disqualified by it",
    record: () => ({ is_gibberish: "", lead_is_qualified: "yes" }),
  },
  {
    name: "lead exchange",
    stub: ({ leadExchange }) => leadExchange,
    deadlineMs: 5_000,
    fallback: "ignored",
  },
  {
    name: "buyers",
    stub: ({ buyers }) => buyers,
    survey: "v4nv-1to1",
    deadlineMs: 15_000,
    fallback: "timeout yes and the default buyers; nobody at all for an answer that cannot be read",
    record: (fault) =>
      hasNoShape.includes(fault)
        ? { "1_to_1_consent": "no", "1_to_1_dq": "yes", selected_buyers: [] }
        : { "1_to_1_timeout": "yes", "1_to_1_dq": "yes", selected_buyers: [40747, 40745] },
  },
  {
    name: "mappings",
    stub: ({ mappings }) => mappings,
    deadlineMs: 2_000,
    fallback: "the campaign of the settings",
    record: () => ({ lp_campaign_id: "", lp_supplier_id: "", lp_key: "" }),
    delivers: "lead-prosper",
  },
  {
    name: "pre-population",
    stub: ({ prePopulation }) => prePopulation,
    deadlineMs: 2_000,
    fallback: "no",
    record: () => ({ prePopPii: "no" }),
  },
  {
    name: "compensation",
    stub: ({ compensation }) => compensation,
    query: "?show-meter=yes",
    deadlineMs: 2_000,
    fallback: "no level in the address",
    ends: /^(?!.*[?&]cl=)\/survey-thank-you\//,
  },
  {
    name: "chat alert",
    stub: ({ chat }) => chat,
    firstTry: [
      { step: "NameAndEmail", answers: bad },
      { step: "NameAndEmail", answers: bad },
    ],
    fallback: "ignored",
  },
  {
    name: "lead buyer",
    stub: ({ leadProsper }) => leadProsper,
    at: /direct_post/,
    delivers: "lead-prosper",
  },
  {
    name: "contact ingest",
    stub: ({ leadProsper }) => leadProsper,
    at: /contact/,
    survey: "contact",
    delivers: "contact-ingest",
    ends: /^\/contact\//,
  },
  {
    name: "distribution (E)",
    stub: ({ ownPosts }) => ownPosts,
    at: /distribution/,
    survey: "e",
    delivers: "distribution",
  },
  {
    name: "transformed lead (F)",
    stub: ({ ownPosts }) => ownPosts,
    at: /transformed/,
    survey: "f",
    delivers: "transformed-lead",
  },
  {
    name: "ticket lead",
    stub: ({ ownPosts }) => ownPosts,
    at: /ticket/,
    survey: "ticket",
    delivers: "ticket-lead",
    ends: /^\/ticket-thank-you\//,
  },
  {
    name: "bad-words webhook",
    stub: ({ ownPosts }) => ownPosts,
    at: /bad-words/,
    given: { case_description: flagged },
    record: () => ({ bad_words: "yes" }),
    delivers: "bad-words",
  },
  {
    name: "progress save",
    stub: ({ progress }) => progress,
    fallback: "both queues are kept and sent again",
  },
  {
    name: "sending a code",
    stub: ({ twilio }) => twilio,
    at: /\/Verifications$/,
    path: "/survey/v3",
    by: "codes",
    deadlineMs: 10_000,
    fallback: "not sent: the visitor goes on unverified",
    record: () => ({ sms_verified: "no" }),
  },
  {
    name: "checking a code",
    stub: ({ twilio }) => twilio,
    at: /\/VerificationCheck$/,
    path: "/survey/v3",
    by: "codes",
    deadlineMs: 10_000,
    fallback: "not approved",
    record: () => ({ sms_verified: "no" }),
  },
  {
    name: "TrustedForm certificate",
    stub: ({ pageScripts }) => pageScripts,
    at: new RegExp(`^/${certificate}$`),
    fallback: "checked again later",
    record: () => ({ trusted_form_cert_id: certificate }),
    delivers: "trustedform-certificate",
  },
  {
    name: "Jornaya audit",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/Authenticate$/,
    fallback: "checked again later",
    record: () => ({ leadid_token: token }),
    delivers: "jornaya-audit",
  },
  {
    name: "click registration",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/(scripts\/main\.js|sdk\/click)$/,
    by: "browser",
    fallback: "no transaction id",
    record: () => ({ ef_transaction_id: "" }),
  },
  {
    name: "TrustedForm script",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/trustedform\.js$/,
    by: "browser",
    deadlineMs: 3_000,
    fallback: "no certificate",
    record: () => ({ trustedform_cert_url: "", trusted_form_cert_id: "", leadid_token: token }),
  },
  {
    name: "Jornaya script",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/campaign\//,
    by: "browser",
    deadlineMs: 3_000,
    fallback: "no token",
    record: () => ({ leadid_token: "", trusted_form_cert_id: certificate }),
  },
  {
    name: "call-tracking number",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/(js|api)\//,
    by: "browser",
    fallback: "the configured number",
    shows: "tel:+18775550142",
  },
  {
    name: "public address",
    stub: ({ pageScripts }) => pageScripts,
    at: /^\/(ip|trace)$/,
    by: "browser",
    fallback: "the address the server saw",
    record: () => ({ ip_address: "127.0.0.1" }),
  },
];

export const outsideCalls: OutsideCall[] = calls.map((call) => ({ ...usual, ...call }));
