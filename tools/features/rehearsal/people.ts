import { entryPaths, findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { utcDay } from "../../../machines/rules/dates.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Step } from "../../../machines/steps/step.ts";
import {
  type Chance,
  chanceFrom,
  leaves,
  weightOf,
} from "../../../services/features/numbers/simulation/behaviour.ts";
import { casesOf, type Habits, type StepHabits } from "./habits.ts";
import { type Oddity, oddities } from "./walker.ts";

/** Somebody who never was: where they come in, what they answer wherever they are asked, and what they do besides. */
export type Person = {
  number: number;
  path: string;
  address: string;
  ip: string;
  /** Epoch milliseconds of simulated time. */
  startsAt: number;
  /** How many answers go by the page's script before it is lost; 0 for a browser without scripts. */
  scripts: number;
  leavesAt: string | null;
  oddity: { kind: Oddity; at: string } | null;
  /** The forms posted at each question, first to last; a further one begins again. */
  answers: Record<string, Record<string, string>[]>;
};

/** The first person's day. Fixed, so that people are the same whenever they are made. */
export const firstDay = Date.UTC(2026, 10, 2, 14);
/** Long enough for the slowest, so that a slower release leaves everybody's day as it was. */
const apart = 20 * 60_000;
const affiliates = ["7", "252", "9"];
/** Shares of people without scripts, of those who lose them halfway, and of odd ones. */
const [withoutScripts, losesScripts, isOdd] = [0.05, 0.05, 0.25];
/** Shares of people at surveys that nobody has visited yet, beside those with visits. */
const unvisited = 0.02;
const enough = 30;

/**
 * Makes people, the same for the same seed.
 * @param habits of recorded visitors; where there are none, plausible ones of nobody
 * @param paths of the surveys that they visit
 */
export function peopleOf(
  count: number,
  seed: number,
  habits: Habits,
  paths: readonly string[] = entryPaths,
): Person[] {
  const chance = chanceFrom(seed);
  const entries = paths.flatMap((path) => findEntry(path) ?? []);
  const all = Object.values(habits).reduce((sum, { visits }) => sum + visits, 0);
  const share = ({ path }: SurveyEntry) =>
    (habits[path]?.visits ?? 0) + Math.max(1, all * unvisited) / entries.length;
  return Array.from({ length: count }, (_, index) =>
    personAt(index + 1, chance.pick(entries, share), chance, habits),
  );
}

function personAt(number: number, entry: SurveyEntry, chance: Chance, habits: Habits): Person {
  const startsAt = firstDay + number * apart;
  const known = habits[entry.path]?.steps ?? {};
  const { machine } = entry.variant;
  const steps = Object.keys(machine.root.states).flatMap((name) => stepNamed(name, machine) ?? []);
  const answers = Object.fromEntries(
    steps.map((step) => [step.name, answersAt(entry, step, known[step.name], chance, { number, startsAt })]),
  );
  const leaving = steps.slice(1).find((step) => chance.happens(leavesShare(step, known[step.name])));
  const ofSteps = steps.filter(({ name }) => answers[name]!.length > 0);
  // A service that is down is met by everybody at once, so more of them show what it does.
  const kind = chance.pick(oddities, (each) => (each === "finds a service down" ? 3 : 1));
  const oddity = chance.happens(isOdd)
    ? { kind, at: chance.pick(placesOf(kind, ofSteps), () => 1).name }
    : null;
  const way = chance.next();
  const scripts =
    way < withoutScripts ? 0 : way < withoutScripts + losesScripts ? 1 + Math.floor(chance.next() * 6) : 99;
  const affid = chance.pick(affiliates, () => 1);
  return {
    number,
    path: entry.path,
    address: `${entry.path}?affid=${affid}&oid=57&s1=rehearsal`,
    ip: [11, number >> 16, (number >> 8) & 255, number & 255].join("."),
    startsAt,
    // Odd presses are those of forms.
    scripts: oddity
      ? Math.min(
          scripts,
          steps.findIndex(({ name }) => name === oddity.at),
        )
      : scripts,
    leavesAt: leaving?.name ?? null,
    oddity,
    answers,
  };
}

/** The questions at which something odd can be done. */
function placesOf(kind: Oddity, steps: readonly Step[]): Step[] {
  const typed = steps.filter(({ fields = [] }) => fields.length > 0);
  const last = typed.at(-1) ?? steps.at(-1)!;
  switch (kind) {
    case "finds a service down":
      return steps.slice(0, 1);
    case "is refused three times":
      return typed.length > 0 ? typed : [...steps];
    case "presses twice":
      return [last];
    default:
      return steps.slice(0, -1).length > 0 ? steps.slice(0, -1) : [...steps];
  }
}

function leavesShare(step: Step, habit: StepHabits | undefined): number {
  const seen = habit ? habit.left + sum(habit) : 0;
  return seen < enough ? leaves(step) / 2 : habit!.left / seen;
}

/** Three answers, drawn as recorded visitors give them. What is typed is the model's, or nobody's. */
function answersAt(
  entry: SurveyEntry,
  step: Step,
  habit: StepHabits | undefined,
  chance: Chance,
  { number, startsAt }: Pick<Person, "number" | "startsAt">,
): Record<string, string>[] {
  const cases = casesOf(entry, step.name, utcDay(startsAt));
  const isKnown = habit !== undefined && sum(habit) >= enough;
  const weight = (_: unknown, index: number) => {
    if (isKnown) return habit.cases[index] ?? 0;
    const option = step.options?.[index];
    return option ? weightOf(option, index) : step.options?.length ? 0.02 : 1 / (index + 1);
  };
  if (cases.length === 0) return [];
  return Array.from({ length: 3 }, () => {
    const drawn = chance.pick(cases, weight);
    const post = "post" in drawn ? drawn.post : {};
    return Object.fromEntries(Object.entries(post).map(([name, value]) => [name, own(name, value, number)]));
  });
}

/** Mailboxes and numbers are the person's own: two people with one number would count as one. */
function own(name: string, value: string, number: number): string {
  if (/email/i.test(name) && value.includes("@")) return `person-${number}@example.com`;
  if (/phone/i.test(name) && value !== "")
    return `(${213 + Math.floor(number / 9_000)}) 555-${String(1000 + (number % 9_000))}`;
  return value;
}

const sum = ({ cases }: StepHabits) => Object.values(cases).reduce((total, count) => total + count, 0);
