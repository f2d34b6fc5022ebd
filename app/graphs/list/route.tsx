import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { variants } from "../../../machines/registry.ts";
import { demandAccess } from "../../server/graph-access.ts";
import { type Chart, chartCodes, chartOf } from "../chart-of.ts";
import { foundIn } from "../drawing/search.ts";
import { graphMeta } from "../ui/meta.ts";
import { titlesIn } from "../ui/title-of.ts";
import type { Found } from "./found-places.tsx";
import { type Listed, ListPage } from "./list-page.tsx";

/** Longest search text, in characters. */
const longest = 100;

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const find = (new URL(args.request.url).searchParams.get("find") ?? "").slice(0, longest);
  const listed = await Promise.all(chartCodes.map(async (code) => (await chartOf(code))!));
  const found = listed.flatMap((chart) => foundInChart(find, chart));
  const charts = listed.map(
    ({ view: { code }, layout: { width, height }, lengths }): Listed => ({
      code,
      isSurvey: variants.has(code),
      width,
      height,
      lengths,
    }),
  );
  return { charts, find, found };
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
