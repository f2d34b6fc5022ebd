import type { Fault } from "../stubs/faults.ts";
import type { startStubs } from "../stubs/run.ts";
import type { Stub } from "../stubs/stub-server.ts";
import type { Answer } from "../support/form-visitor.ts";

type Stubs = Awaited<ReturnType<typeof startStubs>>;

/** What a visitor met whose walk needed a service that failed, and what was kept of it. */
export type Walked = {
  /** Path of the page the walk ended on. */
  page: string;
  /** The whole of its address. */
  address: string;
  /** Longest wait for one press of a button, in milliseconds. */
  slowestMs: number;
  /** The lead's record; {} where none was stored. */
  record: Record<string, unknown>;
  /** Where the lead is to be delivered: the outbox rows by destination. */
  messages: Record<string, { status: string }>;
};

/** One outside call: who fails, who needs it, and what then has to hold (specification 7 and 8). */
export type OutsideCall = {
  name: string;
  stub: (stubs: Stubs) => Stub;
  /** Which of the stub's addresses fail; all of them unless said. */
  at?: RegExp;
  /** Short code of a survey that makes the call, or the contact form. */
  survey: string;
  query?: string;
  given?: Answer;
  /** Answers that are given first to a step, and refused. */
  firstTry?: { step: string; answers: Answer }[];
  /** Most that one press may keep the visitor waiting, in milliseconds; 0 where the call is made behind their back. */
  deadlineMs: number;
  /** The specified fallback, in words. */
  fallback: string;
  /** @returns what the record has to say then, by field; `undefined` for a field it must not have */
  record?: (fault: Fault) => Record<string, unknown>;
  /** A destination whose message has to be kept and to arrive once the receiver is back. */
  delivers?: string;
  /** Where the visitor has to end; the thank-you page unless said. */
  page?: RegExp;
};

const hasNoShape: Fault[] = ["garbage", "html", "huge"];
const bad = { firstName: "Ana", lastName: "Rivera", email: "ana@mailinator.com" };
const flagged = "The driver was drunk and offered me a free gift card at the scene.";

export const outsideCalls: OutsideCall[] = [
  {
    name: "e-mail check",
    stub: ({ ipqs }) => ipqs,
    at: /\/email\//,
    survey: "c",
    deadlineMs: 8_000,
    fallback: "the address counts as not blocked",
    record: () => ({ email_check: "unchecked" }),
  },
  {
    name: "phone check",
    stub: ({ ipqs }) => ipqs,
    at: /\/phone\//,
    survey: "c",
    deadlineMs: 5_000,
    fallback: "the number counts as valid and active",
    record: () => ({ phone_check: "unchecked", phone_valid: "yes", phone_active: "yes" }),
  },
  {
    name: "zip look-up",
    stub: ({ zipLookup }) => zipLookup,
    survey: "c",
    deadlineMs: 2_000,
    fallback: "the packed table answers",
    record: () => ({ city: "Beverly Hills", state: "CA", county: "Los Angeles" }),
  },
  {
    name: "gibberish check",
    stub: ({ gibberish }) => gibberish,
    survey: "c",
    deadlineMs: 3_000,
    fallback: "no answer, and nobody is disqualified by it",
    record: () => ({ is_gibberish: "", lead_is_qualified: "yes" }),
  },
  {
    name: "lead exchange",
    stub: ({ leadExchange }) => leadExchange,
    survey: "c",
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
    survey: "c",
    deadlineMs: 2_000,
    fallback: "the campaign of the settings",
    record: () => ({ lp_campaign_id: "", lp_supplier_id: "", lp_key: "" }),
    delivers: "lead-prosper",
  },
  {
    name: "pre-population",
    stub: ({ prePopulation }) => prePopulation,
    survey: "c",
    deadlineMs: 2_000,
    fallback: "no",
    record: () => ({ prePopPii: "no" }),
  },
  {
    name: "compensation",
    stub: ({ compensation }) => compensation,
    survey: "c",
    query: "?show-meter=yes",
    deadlineMs: 2_000,
    fallback: "no level in the address",
    page: /^(?!.*[?&]cl=)\/survey-thank-you\//,
  },
  {
    name: "chat alert",
    stub: ({ chat }) => chat,
    survey: "c",
    firstTry: [
      { step: "NameAndEmail", answers: bad },
      { step: "NameAndEmail", answers: bad },
    ],
    deadlineMs: 0,
    fallback: "ignored",
  },
  {
    name: "lead buyer",
    stub: ({ leadProsper }) => leadProsper,
    at: /direct_post/,
    survey: "c",
    deadlineMs: 0,
    fallback: "kept and sent again",
    delivers: "lead-prosper",
  },
  {
    name: "contact ingest",
    stub: ({ leadProsper }) => leadProsper,
    at: /contact/,
    survey: "contact",
    deadlineMs: 0,
    fallback: "kept and sent again",
    delivers: "contact-ingest",
    page: /^\/contact\//,
  },
  {
    name: "distribution (E)",
    stub: ({ ownPosts }) => ownPosts,
    at: /distribution/,
    survey: "e",
    deadlineMs: 0,
    fallback: "kept and sent again",
    delivers: "distribution",
  },
  {
    name: "transformed lead (F)",
    stub: ({ ownPosts }) => ownPosts,
    at: /transformed/,
    survey: "f",
    deadlineMs: 0,
    fallback: "kept and sent again",
    delivers: "transformed-lead",
  },
  {
    name: "ticket lead",
    stub: ({ ownPosts }) => ownPosts,
    at: /ticket/,
    survey: "ticket",
    deadlineMs: 0,
    fallback: "kept and sent again",
    delivers: "ticket-lead",
    page: /^\/ticket-thank-you\//,
  },
  {
    name: "bad-words webhook",
    stub: ({ ownPosts }) => ownPosts,
    at: /bad-words/,
    survey: "c",
    given: { case_description: flagged },
    deadlineMs: 0,
    fallback: "kept and sent again",
    record: () => ({ bad_words: "yes" }),
    delivers: "bad-words",
  },
];
