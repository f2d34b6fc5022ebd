import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import { type DeviceClass, deviceClasses } from "../../../../services/analytics/device.ts";
import { entryOf } from "../../../../services/analytics/roller.ts";
import { AnalyticsUnavailable } from "../../../../services/features/numbers/client.ts";
import type { Beside } from "../../../../services/features/numbers/visit-list.ts";
import { machineVersion } from "../../../../services/visits/machine-version.ts";
import { storedLog } from "../../../../services/visits/resolve-visit.ts";
import { asksForWide, chartOf } from "../../../graphs/chart-of.ts";
import { graphMeta } from "../../../graphs/ui/meta.ts";
import { demandAccess, notHere } from "../../../server/sessions/graph-access.ts";
import { askedVisits } from "../answers/asked.ts";
import { listQuery } from "../query.ts";
import { recordedVisit } from "./recorded-visit.ts";
import { VisitPage, type VisitShown } from "./visit-page.tsx";

/** A recorded visit; a 404 page if it was erased or never existed. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { context, params, request } = args;
  const { store, settings, running } = context.services;
  const query = new URL(request.url).searchParams;
  const chart = await chartOf(params.code!, asksForWide(query));
  if (!chart) throw notHere();
  const { code } = chart.view;
  const id = params.id!;
  const stored = isId.test(id) ? await store.visits.load(id) : undefined;
  const log = storedLog(stored);
  const entry = stored?.variant === code ? entryOf(code, log) : undefined;
  if (!stored || !entry || log.length === 0)
    return data({ chart, id: null } satisfies VisitShown, { status: 404 });
  const { asked } = askedVisits(code, listQuery(query));
  const [beside, lead] = await Promise.all([
    asked ? running.numbers.beside(asked, id).catch(noneIfUnavailable) : none,
    store.leads.byOrigin(id),
  ]);
  const shown: VisitShown = {
    chart,
    id,
    ...recordedVisit(entry, log, chart.view, { settings, lead: settings }),
    verdict: lead ? { qualified: lead.qualified === true, dqReason: lead.dqReason ?? "" } : null,
    path: entry.path,
    device: deviceIn(log),
    version: { recorded: stored.machineVersion, today: machineVersion(entry.variant) },
    beside,
  };
  return data(shown);
}

/** The device class in the log's first entry; `other` if it is unknown. */
function deviceIn([first]: readonly LogEntry[]): DeviceClass {
  const said = first?.kind === "entry" ? first.body.device : undefined;
  return deviceClasses.find((known) => known === said) ?? "other";
}

const isId = /^[\da-f-]{36}$/;
const none: Beside = { newer: null, older: null };

/** The visit is shown even if its neighbors cannot be found. @throws any other error */
function noneIfUnavailable(error: unknown): Beside {
  if (error instanceof AnalyticsUnavailable) return none;
  throw error;
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `A visit of ${params.code}`);

export default function VisitRoute() {
  const [query] = useSearchParams();
  return <VisitPage {...(useLoaderData() as VisitShown)} query={query} />;
}
