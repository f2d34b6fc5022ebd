import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { chartCodes } from "../graphs/chart-of.ts";
import { compared } from "../graphs/compared.ts";
import { ComparePage } from "../graphs/pages/compare-page.tsx";
import { graphMeta } from "../graphs/pages/meta.ts";
import { demandAccess } from "../server/graph-access.ts";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { searchParams } = new URL(args.request.url);
  const before = searchParams.get("before") ?? "c";
  const after = searchParams.get("after");
  return {
    codes: chartCodes,
    before,
    after: after ?? "",
    compared: after === null ? undefined : compared(before, after),
  };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Compare two charts");

export default function CompareRoute() {
  const [query] = useSearchParams();
  return <ComparePage {...useLoaderData<typeof loader>()} query={query} />;
}
