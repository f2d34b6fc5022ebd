import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { sourceOf } from "../../../machines/charts.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { namingOf } from "../../../services/providers/buyers/who-is-named.ts";
import { demandAccess, notHere } from "../../server/graph-access.ts";
import { asksForWide, chartOf } from "../chart-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { ChartPage } from "./chart-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const code = args.params.code!;
  const chart = await chartOf(code, asksForWide(new URL(args.request.url).searchParams));
  if (!chart) throw notHere();
  const names = new Set(chart.graph.nodes.flatMap(({ shows }) => shows ?? []));
  const headings = Object.fromEntries(
    [...names].map((name) => [name, stepNamed(name, variants.get(code)?.machine)!.wording.en.heading]),
  );
  return { chart, headings, source: sourceOf(code), naming: namingOf(code, args.context.services.settings) };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Chart of ${params.code}`);

export default function ChartRoute() {
  const [query] = useSearchParams();
  return <ChartPage {...useLoaderData<typeof loader>()} query={query} />;
}
