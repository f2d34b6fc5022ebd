import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess } from "../../server/graph-access.ts";
import { asksForWide, chartOf } from "../chart-of.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { type Coverage, isOf } from "./coverage.ts";
import { CoveragePage } from "./coverage-page.tsx";

const files = import.meta.glob<Coverage>("./files/*.json", { import: "default" });

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { code } = variantOf(args.params.code);
  const chart = (await chartOf(code, asksForWide(new URL(args.request.url).searchParams)))!;
  const counted = await files[`./files/${code}.json`]?.();
  return { chart, coverage: counted && isOf(counted, chart.view) ? counted : null };
}

export const meta: MetaFunction = ({ matches, params }) =>
  graphMeta(matches, `Test coverage of ${params.code}`);

export default function CoverageRoute() {
  const [query] = useSearchParams();
  return <CoveragePage {...useLoaderData<typeof loader>()} query={query} />;
}
