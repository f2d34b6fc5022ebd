import type { SurveySettings } from "../../../machines/context.ts";
import { utcDay } from "../../../machines/rules/dates.ts";
import type { Move } from "../../../machines/simulator/moves.ts";
import { outcomeNamed } from "../../../machines/simulator/outcome-cases.ts";
import type { Scenario } from "../../../machines/simulator/setup.ts";
import { type Answered, type LogEntry, readLog } from "../../../machines/visit/log.ts";

/** The simulation that is in the same state as a visit. @param settings the site's lists of US states */
export function scenarioOf(
  log: readonly LogEntry[],
  { dateOfBirthStates, noDefaultBuyersStates }: SurveySettings,
): Scenario {
  const { arrival, trail, position, startedAt } = readLog(log);
  const newest = trail.findLast((answered) => answered.today);
  return {
    setup: {
      dateOfBirthStates,
      noDefaultBuyersStates,
      path: arrival.path,
      query: new URLSearchParams(arrival.query).toString(),
      region: arrival.region ?? "",
      today: newest?.today ?? utcDay(startedAt),
    },
    moves: trail.flatMap(movesOf),
    at: trail.slice(0, position).flatMap(movesOf).length,
  };
}

function movesOf({ answers, outcomes }: Answered): Move[] {
  return [
    { kind: "answer", answers },
    ...outcomes.map((outcome) => ({
      kind: "outcome" as const,
      // The address that a visitor is sent to would identify them.
      outcome:
        outcome.call === "postLead" && "output" in outcome ? outcomeNamed("postLead", "stored")! : outcome,
    })),
  ];
}
