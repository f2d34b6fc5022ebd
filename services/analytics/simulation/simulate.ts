import { stepperOf } from "../../../machines/graph/stepper.ts";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { CalendarDay } from "../../../machines/rules/dates.ts";
import type { Variant } from "../../../machines/variant.ts";
import { addFact } from "../../../machines/visit/facts.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { passagesOf } from "../../../machines/visit/passages.ts";
import type { AnalyticsSession } from "../../store/analytics.ts";
import { sessionOf } from "../session.ts";
import { sourceOf } from "../source.ts";
import { traffic } from "./behaviour.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { rememberedSteps } from "./remembered-steps.ts";
import { walk } from "./walk.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type Simulation = {
  sessions: number;
  seed: number;
  variant: Required<Variant>;
  /** The visits spread over so many days, up to this time (epoch milliseconds). */
  days: number;
  until: number;
  /** Counts days in the site's time zone. */
  day: (at: number) => number;
};

/** A simulated visit's log and what analysts count of it. */
export type Simulated = { log: readonly LogEntry[]; session: AnalyticsSession };

/** Visits that nobody made, the same for the same arguments; each walks the real chart. */
export function* simulate({ sessions, seed, variant, days, until, day }: Simulation): Generator<Simulated> {
  const chance = chanceFrom(seed);
  const stepper = rememberedSteps(stepperOf(variant.machine));
  const today = calendarDay(until);
  const entries = Object.entries(variant.entries).map(([path, defaults]) => ({ path, variant, defaults }));
  for (let count = 0; count < sessions; count++) {
    const entry = chance.pick<SurveyEntry>(entries, (_, index) => 1 / (index + 1));
    const arrival = drawArrival(entry, chance);
    const startedAt = drawTime(days, until, chance);
    const { log, place, lead, isOver } = walk(entry, arrival, startedAt, today, chance, stepper);
    const scripts = { fact: "scripts", value: { ran: true } } as const;
    const facts = chance.happens(traffic.withoutScripts) ? {} : addFact({}, scripts);
    const session = sessionOf({
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
    yield { log, session };
  }
}

function drawArrival({ path }: SurveyEntry, chance: Chance): Arrival {
  const { affiliates, offers, subIds, devices, flags } = traffic;
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
