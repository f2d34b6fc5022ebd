import type { CallFailure, CallId, Outcome } from "../../../../machines/context/calls.ts";
import { parseAnswer } from "../../../../machines/fields/parse-answer.ts";
import type { AskedValues } from "../../../../machines/model/asked-values.ts";
import { outcomesAsked } from "../../../../machines/model/cases.ts";
import { outcomeLabels } from "../../../../machines/model/moves.ts";
import type { Answers } from "../../../../machines/rules/answers.ts";
import { type CalendarDay, dateAfter, formatIso } from "../../../../machines/rules/dates.ts";
import type { Field, Option, Step } from "../../../../machines/steps/step.ts";

/** Random numbers that are the same for the same seed. */
export type Chance = {
  /** A number in [0, 1). */
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

/** The same for a service's response. */
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

/** Typed text, which belongs to nobody. */
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

/** How likely each response of a service is, by its label among the cases (`outcomesAsked`); others are not drawn. */
const responses: { [Id in CallId]: Record<string, number> } = {
  checkEmail: { good: 0.96, "no such address, first time": 0.04 },
  lookUpZip: { "two-year state": 0.98, "unknown zip": 0.02 },
  checkPhone: { good: 0.95, impossible: 0.05 },
  readDescription: { "no hit and run": 0.94, "hit and run": 0.06 },
  findBuyers: { somebody: 0.7, nobody: 0.3 },
  listBuyers: { "one firm": 1 },
  checkGibberish: { sense: 0.97, gibberish: 0.03 },
  exchangeLeadData: { done: 1 },
  postLead: { stored: 1 },
};
/** The same for each value that is there because a guard of the chart reads it. */
const askedFor = 0.2;

/** A response of a service. @param asked what the chart's guards compare with */
export function drawResponse(call: CallId, chance: Chance, asked: AskedValues): Outcome {
  const usual = outcomeLabels(call);
  const known: Record<string, number> = responses[call];
  const likely = outcomesAsked(call, asked).flatMap(({ label, outcome }) => {
    const weight = known[label] ?? (usual.includes(label) ? 0 : askedFor);
    return weight > 0 ? [{ outcome, weight }] : [];
  });
  return chance.pick(likely, ({ weight }) => weight).outcome;
}

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

/**
 * A simulated visitor's answer to a question, as form fields.
 * @param asked what the chart's guards compare with: now and then somebody types it
 */
export function drawFields(
  step: Step,
  chance: Chance,
  today: CalendarDay,
  asked: AskedValues,
): Record<string, string> {
  const isAsked = asked.ages.length > 0 || Object.keys(asked.texts).length > 0;
  const isTyped = isAsked && chance.happens(typesWhatIsAsked);
  if (step.kind === "when" && isTyped && asked.ages.length > 0) {
    const { year, month, day } = dateAfter(today, -chance.pick(asked.ages, () => 1));
    return { injury_year: String(year), injury_month: String(month), injury_day: String(day) };
  }
  if (step.options?.length) return { option: chance.pick<Option>(step.options, weightOf).value };
  const plain = fieldsOf(step, chance, today, {});
  if (!isTyped) return plain;
  const drawn = fieldsOf(step, chance, today, asked);
  // A guard may compare with a value that the form refuses.
  return parseAnswer(step, drawn, today).ok ? drawn : plain;
}

const typesWhatIsAsked = 0.2;

function fieldsOf(
  { fields = [] }: Step,
  chance: Chance,
  today: CalendarDay,
  { ages = [], texts = {} }: Partial<AskedValues>,
): Record<string, string> {
  const one = <Item>(items: readonly Item[]) => chance.pick(items, () => 1);
  const day = dateAfter(today, -(ages.length > 0 ? one(ages) : ageDays));
  return Object.fromEntries(
    fields.map((field) => {
      const values = texts[field.name];
      return [field.name, values ? one(values) : fill(field, chance, today, day)];
    }),
  );
}

function fill(
  { kind, options = [], required }: Field,
  chance: Chance,
  today: CalendarDay,
  day: CalendarDay,
): string {
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
