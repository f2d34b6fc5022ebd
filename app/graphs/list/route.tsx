import { setTimeout } from "node:timers/promises";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { variants } from "../../../machines/registry.ts";
import { dayCounter, dayText } from "../../../services/analytics/days.ts";
import type { Services } from "../../../services/index.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { type Chart, chartCodes, chartOf } from "../chart-of.ts";
import { foundIn } from "../drawing/search.ts";
import { graphMeta } from "../ui/meta.ts";
import { titlesIn } from "../ui/title-of.ts";
import type { Found } from "./found-places.tsx";
import { type Listed, ListPage, type Traffic } from "./list-page.tsx";

/** Longest search text, in characters. */
const longest = 100;

export async function loader(args: LoaderFunctionArgs) {
  const { seesNumbers } = await demandAccess(args);
  const find = (new URL(args.request.url).searchParams.get("find") ?? "").slice(0, longest);
  const listed = await Promise.all(chartCodes.map(async (code) => (await chartOf(code))!));
  const found = listed.flatMap((chart) => foundInChart(find, chart));
  const traffic = seesNumbers ? await trafficOf(args.context.services) : new Map<string, Traffic>();
  const charts = listed.map(
    ({ view: { code }, layout: { width, height }, lengths }): Listed => ({
      code,
      isSurvey: variants.has(code),
      width,
      height,
      lengths,
      traffic: traffic.get(code) ?? null,
    }),
  );
  return { charts, find, found };
}

/** How long the list waits for numbers, in milliseconds: it is there for the charts. */
const longestWait = 500;
const days = 28;

/** Visitors of the last four weeks by survey; nothing where there are no numbers yet. */
async function trafficOf({ analytics, settings }: Services): Promise<ReadonlyMap<string, Traffic>> {
  const from = dayText(dayCounter(settings.siteTimeZone)(Date.now()) - days + 1);
  const asked = analytics.overview({ by: "device", filters: { from, pace: "people" } }).catch(() => null);
  const overview = await Promise.race([asked, setTimeout(longestWait, null, { ref: false })]);
  const rows = overview?.surveys ?? [];
  return new Map(rows.map(({ value, sessions, leads }) => [value!, { sessions, leads }]));
}

/** The states of a chart that match all words. */
function foundInChart(find: string, { view, texts }: Chart): Found[] {
  const ids = foundIn(find, { view, texts });
  const titleOf = titlesIn(view);
  return ids.length > 0 ? [{ code: view.code, places: ids.map((id) => ({ id, title: titleOf(id) })) }] : [];
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Charts");

export default function GraphsRoute() {
  return <ListPage {...useLoaderData<typeof loader>()} />;
}
