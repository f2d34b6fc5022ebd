import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { graphMeta } from "../ui/meta.ts";
import { loadOverview } from "./answers/load.ts";
import { OverviewPage, type OverviewShown } from "./overview-page.tsx";

export const loader = (args: LoaderFunctionArgs) => loadOverview(args);

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "All surveys");

export default function OverviewRoute() {
  const [query] = useSearchParams();
  return <OverviewPage {...(useLoaderData() as OverviewShown)} query={query} />;
}
