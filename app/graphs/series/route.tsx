import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loadSeries } from "../numbers/answers/series/load.ts";
import { graphMeta } from "../ui/meta.ts";
import { SeriesPage, type SeriesShown } from "./series-page.tsx";

export const loader = (args: LoaderFunctionArgs) => loadSeries(args);

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `${params.code} over time`);

export default function SeriesRoute() {
  const [query] = useSearchParams();
  return <SeriesPage {...(useLoaderData() as SeriesShown)} query={query} />;
}
