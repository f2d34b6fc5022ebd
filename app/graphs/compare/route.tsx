import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess } from "../../server/graph-access.ts";
import { asksForWide, chartCodes } from "../chart-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { ComparePage } from "./compare-page.tsx";
import { compared } from "./compared.ts";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { searchParams } = new URL(args.request.url);
  const before = searchParams.get("before") ?? "c";
  const after = searchParams.get("after");
  return {
    codes: chartCodes,
    before,
    after: after ?? "",
    compared: after === null ? undefined : await compared(before, after, asksForWide(searchParams)),
  };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Compare two charts");

export default function CompareRoute() {
  const [query] = useSearchParams();
  return <ComparePage {...useLoaderData<typeof loader>()} query={query} />;
}
