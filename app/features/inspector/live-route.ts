import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SurveySettings } from "../../../machines/context/context.ts";
import { type Move, outcomeNamed } from "../../../machines/model/moves.ts";
import { type Scenario, writeScenario } from "../../../machines/model/setup.ts";
import { utcDay } from "../../../machines/rules/dates.ts";
import { type Answered, type LogEntry, readLog } from "../../../machines/visit/log.ts";
import { storedLog } from "../../../services/visits/resolve-visit.ts";
import { variantOf } from "../../graphs/site-of.ts";

/** The simulator's URL for the current state of this browser's visit; empty before there is one. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { code } = variantOf(params.code);
  const { services, session } = context;
  const visit = session.id === null ? undefined : await services.store.visits.latest(session.id, code);
  const log = storedLog(visit);
  // Without a fragment, which would take keyboard focus away from the survey.
  const address =
    log.length > 0
      ? `/graphs/${code}/simulate?beside&${writeScenario(scenarioOf(log, services.settings))}`
      : "";
  return new Response(address, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

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
