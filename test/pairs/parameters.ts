import type { Chosen, Combination, Possible } from "./array.ts";
import { faults, parameters as ofFeatures, apart as ofFeaturesApart } from "./features.ts";

type Parameter = {
  /** The plain one first: what it is set back to where a row is made smaller. */
  values: readonly string[];
  about: string;
  /**
   * What of the site it stands for: variables, settings of claimpath.yaml (`company.time-zone`), its sections, and fields
   * of receivers, affiliates and campaigns (`receiver.price`).
   */
  settings?: readonly string[];
  /** Money depends on it: its triples are tried before a release. */
  isMoney?: true;
  /** It is no part of the array: its values are dealt out to the rows in turn. */
  isDealt?: true;
};

/**
 * All that a site, a visitor and a receiver can be that a sale may depend on, each with the few values that tell. `north`
 * is the first buyer of the order, `south` the second; visitors are Ana of affiliate 252 (twice), Ben of 7, and Dora of
 * 252 in the evening.
 */
export const parameters = {
  database: {
    values: ["sqlite", "postgres", "pooler"],
    about: "where leads are stored; the pooler is PgBouncer in transaction mode",
    settings: ["DATABASE_URL", "DATABASE_DIRECT_URL"],
    isMoney: true,
  },
  processes: {
    values: ["one", "two"],
    about: "processes of the site on one store, which visitors reach in turn",
    settings: ["SESSION_SECRETS", "HASH_KEY"],
    isMoney: true,
  },
  keys: {
    values: ["none", "data", "person"],
    about: "whether personal columns are sealed, and each person by a key of its own",
    settings: ["DATA_KEYS", "PERSON_KEYS"],
    isMoney: true,
  },
  order: {
    values: ["fixed", "weighted", "best-price", "none"],
    about: "how buyers are asked; none: each gets a copy and pays for it",
    settings: ["order", "order-by", "bid-seconds", "receiver.weight"],
    isMoney: true,
  },
  kind: {
    values: ["json", "form", "webhook", "email", "leadprosper"],
    about: "how north is reached",
    settings: [
      "destinations",
      "receiver.kind",
      "receiver.url",
      "receiver.headers",
      "receiver.fields",
      "receiver.secrets",
      "receiver.smtp",
      "receiver.from",
      "receiver.to",
      "receiver.personal-data",
      "receiver.campaign-id",
      "receiver.supplier-id",
      "receiver.key",
    ],
    isMoney: true,
  },
  ping: {
    values: ["none", "unpriced", "high", "low", "garbage"],
    about: "whether north is asked first, and what it bids",
    settings: ["receiver.ping"],
    isMoney: true,
  },
  minimum: {
    values: ["none", "under", "over"],
    about: "north's least price, under or over what it bids",
    settings: ["receiver.min-price"],
    isMoney: true,
  },
  says: {
    values: ["yes", "price", "less", "more", "words", "no", "odd", "telling"],
    about: "what north answers when it gets a lead",
    settings: ["receiver.answer"],
    isMoney: true,
  },
  trouble: {
    values: ["none", "error", "unauthorized", "cut", "slow"],
    about: "what goes wrong with north's first answer",
    settings: ["delivery.own-posts-first-retry-ms", "delivery.max-attempts"],
    isMoney: true,
  },
  second: { values: ["yes", "no"], about: "what south answers", isMoney: true },
  price: {
    values: ["agreed", "none"],
    about: "whether north's price stands in the file",
    settings: ["receiver.price"],
    isMoney: true,
  },
  mode: {
    values: ["live", "test"],
    about: "whether north buys or only tries",
    settings: ["receiver.mode"],
    isMoney: true,
  },
  cap: {
    values: ["none", "daily", "affiliate"],
    about: "one lead a day for north, or two of affiliate 252",
    settings: [
      "receiver.daily-cap",
      "receiver.weekly-cap",
      "receiver.monthly-cap",
      "affiliate.daily-cap",
      "affiliate.weekly-cap",
      "affiliate.monthly-cap",
    ],
    isMoney: true,
  },
  budget: {
    values: ["none", "daily"],
    about: "dollars a day for north, which its price uses up at the second lead",
    settings: ["receiver.daily-budget", "receiver.weekly-budget", "receiver.monthly-budget"],
    isMoney: true,
  },
  hours: {
    values: ["open", "evening"],
    about: "whether north takes leads by day, or from 18:00 on",
    settings: ["receiver.hours"],
    isMoney: true,
  },
  states: {
    values: ["any", "elsewhere", "conditions"],
    about: "whether north takes Ana's state, or by conditions her ZIP code and the age of her accident",
    settings: ["receiver.only"],
  },
  repeats: {
    values: ["any", "hold", "mark", "skip"],
    about: "what becomes of Ana's second lead at a buyer",
    settings: ["receiver.repeats", "delivery.repeat-hours", "delivery.repeats"],
    isMoney: true,
  },
  stop: {
    values: ["none", "listed", "form", "gpc", "own-list"],
    about: "Ben is on the suppression list, opted out by form or signal, or is on north's own list",
    settings: ["receiver.gets-opted-out"],
  },
  ...ofFeatures,
  payout: {
    values: ["none", "share", "fixed"],
    about: "what affiliate 252 gets for a sale",
    settings: ["affiliates", "affiliate.payout", "affiliate.share", "receiver.return-days"],
    isMoney: true,
  },
  subs: { values: ["plain", "telling"], about: "whether Ana's link has her number as its sub id" },
  zone: {
    values: ["America/New_York", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Niue"],
    about: "whose days they are: Kiritimati is 14 hours ahead of UTC, Niue 11 behind",
    settings: ["company.time-zone"],
    isMoney: true,
  },
  season: {
    values: ["plain", "spring", "autumn", "leap", "year-end"],
    about: "a day of 24, 23 or 25 hours, 29 February, 31 December",
    isMoney: true,
  },
  way: {
    values: ["script", "forms", "cookieless", "hidden"],
    about: "how Ana comes: by scripts, plain forms, without cookies, or hiding where forms come from",
  },
  survey: {
    values: ["c", "es", "v4nv", "dui", "v4nv-1to1", "one-page"],
    about: "which survey, one of them in Spanish, one naming buyers in its consent",
  },
  firms: { values: ["none", "listed"], about: "whether consents name firms", settings: ["buyers"] },
  experiment: {
    values: ["none", "running"],
    about: "whether Ana's page is an experiment's",
    settings: ["experiments", "pages"],
  },
  text: { values: ["plain", "hostile"], about: "what Ana tells, and how long north answers" },
  name: { values: ["plain", "accented"], about: "how Ana's name is written" },
  role: { values: ["leads-masked", "numbers"], about: "who else looks at the console" },
  erasure: {
    values: ["none", "during", "sold", "returned"],
    about: "when Ana is erased: while north answers, after the sales, after a return",
    settings: ["receiver.deletion-url", "DELETION_URLS"],
    isMoney: true,
  },
  upgrade: {
    values: ["fresh", "unbooked"],
    about: "whether the first sale was made by a release without books",
    isMoney: true,
  },
  fault: {
    values: ["none", "books", ...faults, "restart"],
    about: "what fails behind Ana's sale: its line in the books, what a feature does about it, the process",
    isMoney: true,
  },
  house: {
    values: ["none", "file", "webhook", "desk"],
    about: "who of the house gets a copy of each lead",
    settings: ["receiver.folder", "receiver.format", "receiver.takes"],
  },
  judged: {
    values: ["qualified", "disqualified"],
    about: "whether Ben has a lawyer already, so that no buyer gets his lead",
  },
  key: {
    values: ["good", "ending"],
    about: "whether the key that north is reached with ends soon",
    settings: ["receiver.credentials-end"],
  },
  age: {
    values: ["young", "old"],
    about: "whether leads are kept until the end, or swept as too old",
    settings: ["keep.lead-days", "keep.undelivered-lead-days", "keep.payload-days", "keep.visit-days"],
  },
} as const satisfies Record<string, Parameter>;

export type Name = keyof typeof parameters;
export type Row = { [N in Name]: (typeof parameters)[N]["values"][number] };

export const names = Object.keys(parameters) as Name[];
export const plainRow = Object.fromEntries(names.map((name) => [name, parameters[name].values[0]])) as Row;

/** Two names of parameters with values that cannot be together, and why. */
export type Apart = readonly [string, readonly string[], string, readonly string[], why: string];

/** Values that cannot be together, and why. Each is a pair, so that a count by hand comes to the same. */
const apart: readonly Apart[] = [
  ...ofFeaturesApart,
  [
    "kind",
    ["webhook", "email", "leadprosper"],
    "ping",
    ["unpriced", "high", "low", "garbage"],
    "only form and JSON ask first",
  ],
  ["minimum", ["under", "over"], "ping", ["none", "unpriced"], "a least price needs a bid"],
  ["minimum", ["under", "over"], "kind", ["webhook", "email", "leadprosper"], "so does it here"],
  [
    "kind",
    ["webhook", "email"],
    "says",
    ["price", "less", "more", "words", "no", "odd", "telling"],
    "they read no answer",
  ],
  [
    "kind",
    ["leadprosper"],
    "says",
    ["price", "less", "more", "words", "odd", "telling"],
    "its answers are its own",
  ],
  ["kind", ["email"], "trouble", ["unauthorized", "cut"], "of HTTP"],
  ["kind", ["leadprosper"], "trouble", ["cut"], "to it an answer that cannot be read is arrival"],
  ["trouble", ["slow"], "order", ["fixed", "weighted", "none"], "only a bid is waited for so shortly"],
  ["trouble", ["slow"], "ping", ["none"], "only a bid is waited for so shortly"],
  ["trouble", ["slow"], "kind", ["webhook", "email", "leadprosper"], "they make no bids"],
  ["way", ["script"], "survey", ["v4nv-1to1"], "a browser alone follows how its consent is chosen"],
  ["budget", ["daily"], "price", ["none"], "money is counted by the price"],
  ["price", ["none"], "kind", ["webhook", "email"], "then nobody pays"],
  ["upgrade", ["unbooked"], "fault", ["books", ...faults], "one trouble with the books is enough"],
];

export const possible: Possible = (chosen) =>
  apart.every(
    ([one, ones, other, others]) => !(ones.includes(chosen[one]!) && others.includes(chosen[other]!)),
  );

/** The order in which the array is made, so that its rows stay those that were tried when a parameter moves to a feature. */
const asTried = (
  "database processes keys order kind ping minimum says trouble second price mode cap budget hours " +
  "states repeats stop pause terms postbacks payout subs report door told amount zone season way " +
  "survey firms experiment text name role erasure closing upgrade fault house judged key age"
).split(" ");

const drawn = names
  .filter((name) => !("isDealt" in parameters[name]))
  .toSorted((one, other) => asTried.indexOf(one) - asTried.indexOf(other));
export const domains = Object.fromEntries(drawn.map((name) => [name, parameters[name].values]));
export const moneyDomains = Object.fromEntries(
  drawn.filter((name) => "isMoney" in parameters[name]).map((name) => [name, parameters[name].values]),
);
/** Those that are dealt out to the rows: every fourth one has one of their other values, in turn. */
export const dealt = (index: number): Chosen =>
  Object.fromEntries(
    names
      .filter((name) => "isDealt" in parameters[name])
      .map((name) => {
        const [plain, ...others] = parameters[name].values;
        return [name, index % 4 === 0 ? others[(index / 4) % others.length]! : plain];
      }),
  );

/** Rows besides the array that have found something: three values or more have to meet for it, or a pair that is alone. */
export const moreRows: readonly string[] = [
  "mode=test pause=affiliate",
  "says=odd cap=daily",
  "mode=test cap=daily pause=second",
  "door=file amount=part upgrade=unbooked",
  "subs=telling season=leap way=cookieless survey=one-page",
  "kind=webhook erasure=during",
];

/** What of a row is not plain, as it is printed and given again. */
export const unusual = (row: Chosen): string =>
  names
    .filter((name) => row[name] !== undefined && row[name] !== plainRow[name])
    .map((name) => `${name}=${row[name]}`)
    .join(" ");

/** Reads such a list. @throws an Error that names what is wrong */
export function rowOf(text: string): Row {
  const row: Chosen = { ...plainRow };
  for (const each of text.split(/[\s,]+/).filter(Boolean)) {
    const [name = "", value = ""] = each.split("=");
    const values: readonly string[] | undefined = parameters[name as Name]?.values;
    if (!values?.includes(value))
      throw new Error(`${each} is no value of a parameter: ${values?.join(", ") ?? names.join(", ")}`);
    row[name] = value;
  }
  if (!possible(row)) throw new Error("these values cannot be together");
  return row as Row;
}

/** A combination as it is printed. */
export const inWords = (combination: Combination) => combination.map((each) => each.join("=")).join(" and ");

/** Settings that no sale depends on, or whose kinds of it are tried by tests of their own, by the reason in a few words. */
export const withoutSale: Record<string, string> = {
  "where the process listens":
    "PORT HOST SITE_ORIGIN TRUST_PROXY ADMIN_PORT ADMIN_HOST server.database-pool-size server.shared-cache-seconds",
  "one survey more, sold as the others are": "DRAFT_LANGUAGES",
  "where a file lies": "CLAIMPATH_FILE CONSOLE_PEOPLE_FILE",
  "who signs in": "OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ROLE_CLAIM ANALYST_TOKEN",
  "proof of consents, whatever is sold":
    "CONSENT_LOG_KEY CONSENT_WITNESS_FILE CONSENT_WITNESS_URL CONSENT_TIMESTAMP_URL consents.witness-email consents.witness-minutes",
  "what is watched and counted":
    "REPLICA_URL OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG TRACEPARENT_ORIGINS server.log SLACK_WEBHOOK_URL limits.alert-seconds",
  "receivers of their own, which the books leave out":
    "LEADPROSPER_URL LEADPROSPER_CAMPAIGN_ID LEADPROSPER_SUPPLIER_ID LEADPROSPER_KEY CONTACT_INGEST_URL DISTRIBUTION_URL TRANSFORMED_LEAD_URL TICKET_LEAD_URL BAD_WORDS_WEBHOOK_URL PROGRESS_URL WEBHOOK_SECRETS delivery.lead-prosper-test delivery.contact-ingest-test delivery.distribution-test delivery.transformed-lead-test delivery.transformed-lead-affid delivery.ticket-lead-test delivery.lead-prosper-first-retry-ms",
  "checks of an answer, before there is a lead":
    "IPQS_BASE_URL IPQS_KEY TWILIO_BASE_URL TWILIO_ACCOUNT_SID TWILIO_API_KEY TWILIO_SECRET TWILIO_VERIFY_SERVICE_SID SMS_URL ZIP_LOOKUP_URL ZIP_LOOKUP_HEADERS GIBBERISH_URL LEAD_EXCHANGE_URL BUYERS_URL MAPPINGS_URL PREPOP_URL COMPENSATION_URL TRUSTEDFORM_API_KEY JORNAYA_ACCOUNT_CODE JORNAYA_API_URL",
  "which questions are asked, and what they mean":
    "survey.partial-fault-states survey.date-of-birth-states survey.no-click-window-states survey.no-default-buyers-states survey.reserved-surnames survey.force-early-treatment survey.email-mx-check survey.compensation-table survey.prefill-percent server.region-header",
  "what pages say":
    "company company.name company.phone company.email company.address company.first-call-within company.calls-come-from company.reply-within quotes campaigns campaign.affid campaign.headline",
  "how sources are told apart in the books": "sources.campaign sources.set sources.ad",
  "how much is taken in, and how fast":
    "delivery.at-once delivery.poll-ms limits.posts-per-address limits.megabytes-per-address limits.posts-in-all limits.proof-of-work-cost limits.lookups-per-address limits.lookups-per-hour limits.lookups-per-day limits.verdict-hours limits.texts-per-address limits.texts-per-exchange limits.texts-per-hour limits.texts-per-day limits.receipts-per-day",
  "longer than a day of these": "keep.contact-days keep.phone-code-days keep.request-days keep.sales-years",
  "what a browser loads from others":
    "pixels.media pixels.tracking pixels.ad-tracking pixels.meta pixels.meta-script pixels.meta-image pixels.tiktok pixels.tiktok-script scripts.affiliate-click scripts.vw3-offer scripts.everflow-domain scripts.trustedform scripts.trustedform-script scripts.trustedform-cert-origins scripts.jornaya-campaign scripts.jornaya-script scripts.retreaver-campaign scripts.retreaver-script scripts.retreaver-host scripts.ringba-tag scripts.ringba-script scripts.public-ip scripts.public-ip-fallback",
};
