import type { LoaderFunctionArgs } from "@remix-run/node";
import { scenarioOf, writeScenario } from "../../../machines/model/setup.ts";
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
