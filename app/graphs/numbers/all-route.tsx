import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { graphMeta } from "../ui/meta.ts";
import { OverviewPage, type OverviewShown } from "./all-surveys.tsx";
import { loadOverview } from "./answers/all-surveys.ts";

export const loader = (args: LoaderFunctionArgs) => loadOverview(args);

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "All surveys");

export default function OverviewRoute() {
  const [query] = useSearchParams();
  return <OverviewPage {...(useLoaderData() as OverviewShown)} query={query} />;
}
