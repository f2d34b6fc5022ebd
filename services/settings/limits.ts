/** How much of everything there may be, how long it is kept, and how it is watched. */
import type { Plain } from "./plain-settings.ts";
import type { Variables } from "./variables.ts";

/** What costs money each time. */
export const costly = ["look-ups", "texts"] as const;
export type Costly = (typeof costly)[number];

/** How many may be had: in an hour by one address and by all, in a day by all; 0 for any number. */
export type BudgetLimits = { perNetwork: number; perHour: number; perDay: number };

export function limitSettings({ limits, delivery }: Plain) {
  return {
    /** Posts a minute that are accepted from one address and from everybody; 0 for any number. */
    postLimits: { perAddress: limits["posts-per-address"], inAll: limits["posts-in-all"] },
    /** Bytes a day that are accepted from one address; 0 for any number. */
    bytesPerAddress: limits["megabytes-per-address"] * 1_000_000,
    /** The budgets of what costs money; 0 for any number. */
    budgets: {
      "look-ups": {
        perNetwork: limits["lookups-per-address"],
        perHour: limits["lookups-per-hour"],
        perDay: limits["lookups-per-day"],
      },
      texts: {
        perNetwork: limits["texts-per-address"],
        perHour: limits["texts-per-hour"],
        perDay: limits["texts-per-day"],
      },
    } satisfies Record<Costly, BudgetLimits>,
    /** How long what a paid check said of an address or number is good for. */
    verdictMs: limits["verdict-hours"] * hourMs,
    /** Texts an hour to the ten thousand numbers that share their first six digits. */
    textsPerExchange: limits["texts-per-exchange"],
    /** A process sends one alert about blocked addresses in so many milliseconds. */
    chatAlertQuietMs: limits["alert-seconds"] * 1_000,
    /** What happens to a second lead of one number at the receivers that the specification names. */
    repeats: { withinMs: delivery["repeat-hours"] * hourMs, action: delivery.repeats },
    /** Rounds of PBKDF2 in each try of a proof of work; 0: none is required. */
    proofOfWorkCost: limits["proof-of-work-cost"],
  };
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Kinds of data with a limited retention, in the order in which they are swept. */
export const perishable = [
  "visits",
  "codes",
  "payloads",
  "leads",
  "undelivered",
  "contacts",
  "requests",
  "books",
] as const;
export type Perishable = (typeof perishable)[number];

/** Ages in whole days, as the privacy policy states them. */
export function inDays(ages: Record<Perishable, number>): Record<Perishable, number> {
  return Object.fromEntries(Object.entries(ages).map(([kind, age]) => [kind, age / dayMs])) as Record<
    Perishable,
    number
  >;
}

/** The same in milliseconds, by kind. */
export function retentionAges({ keep }: Plain) {
  return {
    visits: keep["visit-days"] * dayMs,
    codes: keep["phone-code-days"] * dayMs,
    payloads: keep["payload-days"] * dayMs,
    leads: keep["lead-days"] * dayMs,
    undelivered: keep["undelivered-lead-days"] * dayMs,
    contacts: keep["contact-days"] * dayMs,
    requests: keep["request-days"] * dayMs,
    books: Math.ceil(keep["sales-years"] * 365.25) * dayMs,
  } satisfies Record<Perishable, number>;
}

/**
 * For how long it is remembered which receiver had a lead of one number, in milliseconds: as long as any of them asks for, and a month at
 * least, so that one that asks for more soon finds something.
 */
export function sightingsAge(
  { delivery }: Plain,
  receivers: readonly { repeats?: { hours: number } }[],
): number {
  const hours = receivers.map(({ repeats }) => repeats?.hours ?? delivery["repeat-hours"]);
  return Math.max(30 * dayMs, ...hours.map((each) => each * hourMs));
}

/** Where traces go, and which. */
export type TraceSettings = {
  /** An OTLP/HTTP collector that takes JSON, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces beginning here that are recorded, 0 to 1. */
  share: number;
};

export function traceSettings(given: Variables) {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const traces: TraceSettings | undefined = endpoint
    ? {
        endpoint,
        headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: given.OTEL_SERVICE_NAME,
        share: given.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined;
  return {
    /** Undefined: nothing is traced. */
    traces,
    /** Receivers of our calls that get the trace header. */
    traceparentOrigins: given.TRACEPARENT_ORIGINS.map((address) => new URL(address).origin),
  };
}
