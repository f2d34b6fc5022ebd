import type { Arrival } from "../../../../machines/context/tracking.ts";
import { passagesOf } from "../../../../machines/graph/passages.ts";
import { stepperOf } from "../../../../machines/graph/stepper.ts";
import { askedOf } from "../../../../machines/model/cases.ts";
import { walkDay } from "../../../../machines/model/covering.ts";
import { entryInArm, type SurveyEntry } from "../../../../machines/registry.ts";
import type { CalendarDay } from "../../../../machines/rules/dates.ts";
import type { SurveyEvent, SurveyInput } from "../../../../machines/survey.ts";
import type { Variant } from "../../../../machines/variant.ts";
import { addFact } from "../../../../machines/visit/facts.ts";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import type { Run, SurveySnapshot } from "../../../../machines/visit/replay.ts";
import type { Look } from "../../../analytics/first-views.ts";
import { sessionOf } from "../../../analytics/session.ts";
import { sourceOf } from "../../../analytics/source.ts";
import type { AnalyticsSession } from "../../../store/rows.ts";
import { type Chance, chanceFrom, traffic } from "./behaviour.ts";
import { walk } from "./walk.ts";

/**
 * First views of visitors who arrived like one who answered, but left at the first question.
 * @param seed a separate one, so that these draws affect no others
 * @param arm draws the arm of one of them, by index and time
 */
function bounces(
  named: SurveyEntry,
  { arm: _, ...arrival }: Arrival,
  seed: number,
  drawTime: (chance: ReturnType<typeof chanceFrom>) => number,
  arm: (number: number, at: number) => Arrival["arm"],
): Look[] {
  const chance = chanceFrom(seed);
  const place = Math.max(0, traffic.affiliates.indexOf(arrival.query.affid ?? ""));
  const ofDevice = traffic.bounces[arrival.device as keyof typeof traffic.bounces] ?? traffic.bounces.other;
  const looks: Look[] = [];
  while (chance.happens(ofDevice + place * traffic.bouncesMore)) {
    const at = drawTime(chance);
    const own = arm(looks.length, at);
    looks.push({ entry: entryInArm(named, own), arrival: own ? { ...arrival, arm: own } : arrival, at });
  }
  return looks;
}

type Steps<Step extends Run> = {
  begin(input: SurveyInput): Step;
  send(snapshot: SurveySnapshot, event: SurveyEvent): Step;
};

/** Steps to remember, a kilobyte or two each. When full, all are forgotten; common ones soon return. */
const most = 40_000;

/**
 * Remembers steps for large numbers of similar visits, so that the chart takes each step only once. Of a
 * visit's source, charts use only the path and flags, so visits from anywhere share their beginning.
 * @param affiliates those that a guard of the chart asks for, whose visits share nothing with others
 */
function rememberedSteps<Step extends Run>(
  { begin, send }: Steps<Step>,
  affiliates: readonly string[],
): Steps<Step> {
  type Known = Map<string, Step>;
  const beginnings: Known = new Map();
  let known = new WeakMap<SurveySnapshot, Known>();
  let count = 0;
  const remember = (steps: Known, name: string, stepped: Step) => {
    steps.set(name, stepped);
    count += 1;
    if (count < most) return;
    beginnings.clear();
    known = new WeakMap();
    count = 0;
  };
  return {
    begin(input) {
      const { affid } = input.tracking;
      const name = names.begin(input) + (affiliates.includes(affid) ? affid : "");
      const found = beginnings.get(name);
      if (found) return found;
      const begun = begin(input);
      remember(beginnings, name, begun);
      return begun;
    },
    send(snapshot, event) {
      const name = names.event(event);
      const steps: Known = known.get(snapshot) ?? new Map();
      const found = steps.get(name);
      if (found) return found;
      known.set(snapshot, steps);
      const stepped = send(snapshot, event);
      remember(steps, name, stepped);
      return stepped;
    },
  };
}

/** Keys of steps. Day, region and settings are left out, because simulated visits share them. */
const names = {
  begin: ({ path, flags }: SurveyInput) => JSON.stringify([path, flags]),
  event: ({ type, ...said }: SurveyEvent) =>
    "answers" in said ? JSON.stringify(said.answers) : type + JSON.stringify(said),
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type Simulation = {
  sessions: number;
  seed: number;
  variant: Required<Variant>;
  /** Visits are spread over this many whole UTC days before the day of `until` (epoch milliseconds). */
  days: number;
  until: number;
  /** Counts days in the site's time zone. */
  day: (at: number) => number;
  /** Draws a visitor's arm. */
  assign?: (path: string, sessionId: string, at: number) => Arrival["arm"];
  effects?: readonly Effect[];
  /** Remembered steps, to be shared by simulations of one variant with the same `until`. */
  stepper?: Stepper;
};

/** An arm in which fewer visitors leave at each question: a `less` of 0.2 turns 10 % into 8 %. */
export type Effect = { experiment: string; arm: string; less: number };

/** A simulated visit: its log, and what analysts count, which is computed when it is read. */
export type Simulated = {
  log: readonly LogEntry[];
  readonly session: AnalyticsSession;
  /** First views: this visitor's, and those of some who never answered. */
  readonly looks: Look[];
};

type Stepper = ReturnType<typeof stepperFor>;

export function stepperFor({ machine }: Pick<Variant, "machine">) {
  return rememberedSteps(stepperOf(machine), askedOf(machine, walkDay).affiliates);
}

/** Makes up visits, each a walk through the real chart; the same arguments give the same visits. */
export function* simulate({
  sessions,
  seed,
  variant,
  days,
  until,
  day,
  assign,
  effects = [],
  stepper: own = stepperFor(variant),
}: Simulation): Generator<Simulated> {
  const chance = chanceFrom(seed);
  // An arm may show another survey.
  const steppers = new Map([[variant.code, own]]);
  const stepperIn = (shown: SurveyEntry["variant"]) => {
    const stepper = steppers.get(shown.code) ?? stepperFor(shown);
    steppers.set(shown.code, stepper);
    return stepper;
  };
  const today = calendarDay(until);
  const entries = Object.entries(variant.entries).map(([path, defaults]) => ({ path, variant, defaults }));
  for (let count = 0; count < sessions; count++) {
    const named = chance.pick<SurveyEntry>(entries, (_, index) => 1 / (index + 1));
    const drawn = drawArrival(named, chance);
    const startedAt = drawTime(days, until, chance);
    const arm = drawn.query.flags ? undefined : assign?.(named.path, `${seed} ${count}`, startedAt);
    const arrival = arm ? { ...drawn, arm } : drawn;
    const entry = entryInArm(named, arm);
    const stepper = stepperIn(entry.variant);
    const effect = effects.find((each) => each.experiment === arm?.experiment && each.arm === arm.name);
    const visitor = { arrival, startedAt, today, leaves: 1 - (effect?.less ?? 0) };
    const { log, place, lead, isOver } = walk(entry, visitor, chance, stepper);
    const scripts = { fact: "scripts", value: { ran: true } } as const;
    const facts = chance.happens(traffic.withoutScripts) ? {} : addFact({}, scripts);
    yield {
      log,
      get looks() {
        const inArm = (number: number, at: number) =>
          drawn.query.flags ? undefined : assign?.(named.path, `${seed} ${count} ${number}`, at);
        const seedOfOwn = (seed + 1) * 1_000_003 + count;
        const looked = { entry, arrival, at: startedAt };
        return [looked, ...bounces(named, drawn, seedOfOwn, (own) => drawTime(days, until, own), inArm)];
      },
      get session() {
        return sessionOf({
          visitId: null,
          entry,
          source: sourceOf(entry, { arrival, facts }, { simulated: true }),
          log,
          passages: passagesOf(entry, log, {}, stepper),
          place,
          lead,
          isOver,
          day,
        });
      },
    };
  }
}

function drawArrival({ path, variant }: SurveyEntry, chance: Chance): Arrival {
  const { offers, subIds, devices, flags } = traffic;
  const affiliates = [...traffic.affiliates, ...askedOf(variant.machine, walkDay).affiliates];
  const falling = (_: unknown, index: number) => 1 / (index + 1);
  const asked = chance.pick(flags, () => 1);
  const query = {
    affid: chance.pick(affiliates, falling),
    oid: chance.pick(offers, falling),
    s1: chance.pick(subIds, falling),
    ...(asked && { flags: asked }),
  };
  return { path, query, referer: "", device: chance.pick(devices, ([, weight]) => weight)[0] };
}

function drawTime(days: number, until: number, chance: Chance): number {
  const lastMidnight = Math.floor(until / dayMs) * dayMs;
  const midnight = lastMidnight - (1 + Math.floor(chance.next() * days)) * dayMs;
  const hour = chance.pick(
    traffic.hours.map((_, index) => index),
    (index) => traffic.hours[index]!,
  );
  return Math.floor(midnight + (hour + chance.next()) * hourMs);
}

function calendarDay(at: number): CalendarDay {
  const date = new Date(at);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
