import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeScenario } from "../../../machines/simulator/setup.ts";
import { storedLog } from "../../../services/visits/resolve-visit.ts";
import { notHere } from "../../server/sessions/graph-access.ts";
import { variantOf } from "../site-of.ts";
import { scenarioOf } from "./live.ts";

/** In development: the simulator's URL for the current state of this browser's visit; empty before there is one. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  if (!import.meta.env.DEV) throw notHere();
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
