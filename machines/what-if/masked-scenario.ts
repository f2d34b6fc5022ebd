import { type Arrival, track } from "../lead/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import { type CalendarDay, today as dayAt } from "../rules/dates.ts";
import { flagValue, readFlags } from "../rules/page-flags.ts";
import type { Move } from "../simulator/moves.ts";
import type { Scenario } from "../simulator/setup.ts";
import type { Step } from "../steps/step.ts";
import type { ChartSettings } from "../visit/input.ts";
import { masked } from "./masked.ts";

type CameIn = { arrival: Arrival; startedAt: number };
type Way = {
  moves: readonly Move[];
  /** The question that each answer is to, in their order. */
  steps: readonly string[];
  /** The visitor's day of the last answer, where it is known. */
  today: CalendarDay | undefined;
};

/**
 * A recorded visit as a simulation, in which nothing says who it was: of how it came in the survey, the state, the page
 * flags and ids of affiliate and offer stay; of its answers what `masked` leaves.
 */
export function maskedScenario(
  entry: SurveyEntry,
  { arrival, startedAt }: CameIn,
  { moves, steps, today = dayAt(startedAt, "UTC", "UTC") }: Way,
  { settings, question }: { settings: ChartSettings; question: (name: string) => Step | undefined },
): Scenario {
  const { dateOfBirthStates = [], noDefaultBuyersStates = [] } = settings;
  const { affid, oid } = track(arrival, entry.defaults);
  const query = new URLSearchParams({ affid: plainId(affid), oid, flags: flagsIn(arrival) }).toString();
  const setup = { path: entry.path, query, region: stateOf(arrival), today };
  return {
    setup: { ...setup, dateOfBirthStates, noDefaultBuyersStates },
    moves: masked(moves, steps, question, today),
    at: moves.length,
  };
}

/** An affiliate's id is a number; what is none may be anybody's name. */
function plainId(id: string): string {
  return /^\d{0,12}$/.test(id) ? id : "";
}

function stateOf({ region = "" }: Arrival): string {
  return /^[A-Z]{2}$/.test(region) ? region : "";
}

/** Page flags that there are, those of the address over an experiment's; whatever else stood in the address is left out. */
function flagsIn({ query, arm }: Arrival): string {
  const { flags } = readFlags([arm?.flags, query.flags].filter(Boolean).join());
  return Object.entries(flags)
    .map(([name, value]) => `${name}:${flagValue(value)}`)
    .join();
}
