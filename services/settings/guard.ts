import * as z from "zod";
import * as is from "./kinds.ts";

/** What costs money each time. */
export const costly = ["look-ups", "texts"] as const;
export type Costly = (typeof costly)[number];

/** How many may be had: in an hour by one address and by all, in a day by all; 0 for any number. */
export type BudgetLimits = { perNetwork: number; perHour: number; perDay: number };

/** What becomes of a lead that repeats another, and the longest time that it may be looked for, in hours. */
export const endsOfRepeats = ["hold", "mark", "skip"] as const;
export const mostRepeatHours = 2_160;

/** Settings that keep the site up and let it be watched. */
export const guardShape = {
  POSTS_PER_ADDRESS: is.wholeNumber(0, 1_000_000).default(1_200),
  MEGABYTES_PER_ADDRESS: is.wholeNumber(0, 1_000_000).default(100),
  POSTS_IN_ALL: is.wholeNumber(0, 10_000_000).default(30_000),
  PROOF_OF_WORK_COST: is.wholeNumber(0, 1_000_000).default(2_000),
  LOOKUPS_PER_ADDRESS: is.wholeNumber(0, 1_000_000).default(100),
  LOOKUPS_PER_HOUR: is.wholeNumber(0, 10_000_000).default(3_000),
  LOOKUPS_PER_DAY: is.wholeNumber(0, 100_000_000).default(20_000),
  VERDICT_HOURS: is.wholeNumber(0, 24).default(24),
  TEXTS_PER_ADDRESS: is.wholeNumber(0, 1_000_000).default(20),
  TEXTS_PER_EXCHANGE: is.wholeNumber(0, 10_000).default(10),
  TEXTS_PER_HOUR: is.wholeNumber(0, 10_000_000).default(200),
  TEXTS_PER_DAY: is.wholeNumber(0, 100_000_000).default(1_000),
  REPEAT_HOURS: is.wholeNumber(0, mostRepeatHours).default(24),
  REPEATS: z.enum(endsOfRepeats, endsOfRepeats.join(", ")).default("hold"),
  ALERT_SECONDS: is.wholeNumber(0, 86_400).default(60),
  ADMIN_PORT: is.wholeNumber(0, 65_535).optional(),
  ADMIN_HOST: is.listenOn.default("127.0.0.1"),
};

type Checked = z.infer<z.ZodObject<typeof guardShape>>;

export function guardSettings(given: Checked) {
  return {
    /** Posts a minute that are taken from one address and from everybody; 0 for any number. */
    postLimits: { perAddress: given.POSTS_PER_ADDRESS, inAll: given.POSTS_IN_ALL },
    /** Bytes a day that are taken in from one address; 0 for any number. */
    bytesPerAddress: given.MEGABYTES_PER_ADDRESS * 1_000_000,
    /** How much of what costs money may be had; 0 for any number. */
    budgets: {
      "look-ups": {
        perNetwork: given.LOOKUPS_PER_ADDRESS,
        perHour: given.LOOKUPS_PER_HOUR,
        perDay: given.LOOKUPS_PER_DAY,
      },
      texts: {
        perNetwork: given.TEXTS_PER_ADDRESS,
        perHour: given.TEXTS_PER_HOUR,
        perDay: given.TEXTS_PER_DAY,
      },
    } satisfies Record<Costly, BudgetLimits>,
    /** How long what a paid check said of an address or number is good for. */
    verdictMs: given.VERDICT_HOURS * 60 * 60_000,
    /** Texts an hour to the ten thousand numbers that share their first six digits. */
    textsPerExchange: given.TEXTS_PER_EXCHANGE,
    /** A process sends one alert about blocked addresses in so many milliseconds. */
    chatAlertQuietMs: given.ALERT_SECONDS * 1_000,
    /** What becomes of a second lead of one number at the receivers that the specification names. */
    repeats: { withinMs: given.REPEAT_HOURS * 60 * 60_000, action: given.REPEATS },
    /** Rounds of PBKDF2 in each try of a proof of work; 0: nobody is asked for one. */
    proofOfWorkCost: given.PROOF_OF_WORK_COST,
    /** Where metrics are served; without a port nowhere. */
    admin: { port: given.ADMIN_PORT, host: given.ADMIN_HOST },
  };
}
