import { type Arrival, track } from "../lead/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import { type CalendarDay, utcDay } from "../rules/dates.ts";
import { flagValue, readFlags } from "../rules/page-flags.ts";
import type { Move } from "../simulator/moves.ts";
import type { Scenario } from "../simulator/setup.ts";
import type { Step } from "../steps/step.ts";
import type { ChartSettings } from "../visit/open-visit.ts";
import { masked } from "./masked.ts";

type CameIn = { arrival: Arrival; startedAt: number };
type Way = {
  moves: readonly Move[];
  /** The question of each answer, in order. */
  steps: readonly string[];
  /** The visitor's date at the last answer, where it is known. */
  today: CalendarDay | undefined;
};

/**
 * A recorded visit as a simulation that identifies nobody. Of its arrival it keeps the survey, the state, the page flags
 * and the ids of affiliate and offer; of its answers, what `masked` leaves.
 */
export function maskedScenario(
  entry: SurveyEntry,
  { arrival, startedAt }: CameIn,
  { moves, steps, today = utcDay(startedAt) }: Way,
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

/** Affiliate ids are numbers; anything else could be a person's name. */
function plainId(id: string): string {
  return /^\d{0,12}$/.test(id) ? id : "";
}

function stateOf({ region = "" }: Arrival): string {
  return /^[A-Z]{2}$/.test(region) ? region : "";
}

/** The known page flags, with those of the address over those of an experiment; any other text in the address is dropped. */
function flagsIn({ query, arm }: Arrival): string {
  const { flags } = readFlags([arm?.flags, query.flags].filter(Boolean).join());
  return Object.entries(flags)
    .map(([name, value]) => `${name}:${flagValue(value)}`)
    .join();
}
