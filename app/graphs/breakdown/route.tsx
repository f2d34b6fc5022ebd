import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loadBreakdown } from "../numbers/answers/breakdown/load.ts";
import { graphMeta } from "../ui/meta.ts";
import { BreakdownPage, type BreakdownShown } from "./breakdown-page.tsx";

export const loader = (args: LoaderFunctionArgs) => loadBreakdown(args);

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Breakdown of ${params.code}`);

export default function BreakdownRoute() {
  const [query] = useSearchParams();
  return <BreakdownPage {...(useLoaderData() as BreakdownShown)} query={query} />;
}
