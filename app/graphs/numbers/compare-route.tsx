import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { graphMeta } from "../ui/meta.ts";
import { loadCompared } from "./answers/load.ts";
import { type ComparedShown, CompareNumbersPage } from "./compare-page.tsx";

export const loader = (args: LoaderFunctionArgs) => loadCompared(args);

export const meta: MetaFunction = ({ matches, params }) =>
  graphMeta(matches, `Compare numbers of ${params.code}`);

export default function CompareNumbersRoute() {
  const [query] = useSearchParams();
  return <CompareNumbersPage {...(useLoaderData() as ComparedShown)} query={query} />;
}
