import type { Answers } from "../../../machines/answers.ts";
import type { CallFailure, CallId, CallOutputs } from "../../../machines/calls.ts";
import { type CalendarDay, dateAfter, formatIso } from "../../../machines/rules/dates.ts";
import { noPlace } from "../../../machines/rules/place.ts";
import type { Field, Option, Step } from "../../../machines/steps/step.ts";

/** Random numbers that are the same for the same seed. */
export type Chance = {
  /** In [0, 1). */
  next(): number;
  happens(probability: number): boolean;
  /** One of these, with a probability proportional to its weight. */
  pick<Item>(items: readonly Item[], weightOf: (item: Item, index: number) => number): Item;
  /** A log-normal time, as people take; `spread` is the standard deviation of its logarithm. */
  time(medianMs: number, spread: number): number;
};

/** Mulberry32: small, fast and good enough for simulated visitors. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (probability) => next() < probability,
    pick(items, weightOf) {
      const weights = items.map(weightOf);
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return items[index]!;
      }
      return items.at(-1)!;
    },
    time(medianMs, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.round(medianMs * Math.exp(spread * normal));
    },
  };
}

/** How simulated visitors behave: invented, plausible, and the same for every survey. */

/** Share of visitors who leave at a question; not used for the first, whose answer begins the visit. */
export function leaves({ kind, fields = [] }: Step): number {
  if (kind === "contact" || kind === "form") return 0.05 + 0.025 * fields.length;
  return { choice: 0.025, when: 0.04, description: 0.11, date: 0.05, info: 0.03, end: 1 }[kind];
}

/** Probability of going back from a question, never twice in a row. */
export const goesBack = 0.025;
/** Probability that typed answers are refused, each time they are sent. */
export const isRefused = 0.09;

/** Median time on a question in milliseconds, and its spread. */
export function takes({ kind, fields = [] }: Step): [median: number, spread: number] {
  if (kind === "description") return [38_000, 0.8];
  if (kind === "choice" || kind === "info") return [4_500, 0.7];
  return [6_000 + 5_000 * fields.length, 0.6];
}

/** The same for the response of a service. */
export const serviceTakes: [median: number, spread: number] = [320, 0.6];

/** Weights of answers that are not chosen by their place in the list. */
const likely: { [field in keyof Answers]?: Record<string, number> } = {
  at_Fault: { no: 6, yes: 1 },
  physical_injury: { Yes: 5, No: 1 },
  with_Lawyer: { no: 9, yes: 1 },
  doctor_treatment: { Yes: 4, No: 1 },
  pending_dui_charges: { no: 12, yes: 1 },
  police_report: { yes: 4, no: 1 },
  hit_and_run_identified: { yes: 2, no: 1 },
};

/** Weight of an option: by what it records if that is listed above, else by its place among the others. */
export function weightOf({ records }: Option, index: number): number {
  const known = Object.entries(records).flatMap(
    ([field, value]) => likely[field as keyof Answers]?.[value] ?? [],
  );
  return known.length > 0 ? known.reduce((product, weight) => product * weight, 1) : 1 / (index + 1) ** 2;
}

/** What is typed; it belongs to nobody. */
export const typed: Record<string, string> = {
  name: "Simulated",
  email: "visitor@example.com",
  phone: "2135550100",
  zip: "90210",
  text: "Simulated",
  description: "A simulated visitor's car was hit from behind.",
};

/** How services fail, with probabilities. */
export const failures: readonly (readonly [CallFailure["kind"], probability: number])[] = [
  ["timeout", 0.012],
  ["unavailable", 0.008],
];

const sound = {
  success: true,
  valid: true,
  fraud_score: 0,
  line_type: "Wireless",
  active: true,
  message: "",
};
const place = { city: "Beverly Hills", state: "CA", state_long: "California", county: "Los Angeles" };

/** Responses of each service, with weights. */
export const outputs: { [Id in CallId]: readonly (readonly [CallOutputs[Id], weight: number])[] } = {
  checkEmail: [
    [{ valid: true, disposable: false, timesBadBefore: 0 }, 0.96],
    [{ valid: false, disposable: false, timesBadBefore: 0 }, 0.04],
  ],
  lookUpZip: [
    [place, 0.98],
    [noPlace, 0.02],
  ],
  checkPhone: [
    [sound, 0.95],
    [{ ...sound, valid: false, success: false, message: "Invalid/nonexistent phone number (1)" }, 0.05],
  ],
  readDescription: [
    [{ hit_and_run: "no" }, 0.94],
    [{ hit_and_run: "yes" }, 0.06],
  ],
  findBuyers: [
    [{ selected: [{ name: "Firm", ids: [1] }], possible: [] }, 0.7],
    [{ selected: [], possible: [] }, 0.3],
  ],
  listBuyers: [[[{ name: "Firm", ids: [1] }], 1]],
  checkGibberish: [
    [{ is_gibberish: false }, 0.97],
    [{ is_gibberish: true }, 0.03],
  ],
  exchangeLeadData: [[null, 1]],
  postLead: [[{ location: "/survey-thank-you/" }, 1]],
};

/** Where visitors come from. */
export const traffic = {
  affiliates: ["7", "12", "31", "44", "58", "73", "2016", "9001"],
  offers: ["57", "61", "88"],
  subIds: Array.from({ length: 24 }, (_, index) => `ad-${index + 1}`),
  devices: [
    ["phone", 0.74],
    ["desktop", 0.19],
    ["tablet", 0.05],
    ["other", 0.02],
  ] as const,
  /** Page flags in the address, all equally likely. */
  flags: ["", "theme:v3", "socialProof", "theme:v3,socialProof"],
  withoutScripts: 0.03,
  /** Share of first views without an answer by device; each place in `affiliates` adds `bouncesMore`. */
  bounces: { phone: 0.38, desktop: 0.27, tablet: 0.33, other: 0.55 },
  bouncesMore: 0.02,
  /** Weights of the hours of the day, UTC. */
  hours: [5, 4, 3, 2, 1, 1, 1, 1, 1, 2, 3, 4, 6, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 5],
};

/** Age in days of accidents and tickets if their date is typed. */
const ageDays = 20;

/** A simulated visitor's answer to a question, as form fields. */
export function drawFields(step: Step, chance: Chance, today: CalendarDay): Record<string, string> {
  return step.options?.length
    ? { option: chance.pick<Option>(step.options, weightOf).value }
    : Object.fromEntries((step.fields ?? []).map((field) => [field.name, fill(field, chance, today)]));
}

function fill({ kind, options = [], required }: Field, chance: Chance, today: CalendarDay): string {
  const day = dateAfter(today, -ageDays);
  switch (kind) {
    case "select":
      return chance.pick(options, weightOf).value;
    case "date":
      return formatIso(day);
    case "birthDate":
      return formatIso({ ...today, year: today.year - 40 });
    case "year":
    case "month":
    case "day":
      return String(day[kind]);
    default:
      return required === false ? "" : typed[kind]!;
  }
}
