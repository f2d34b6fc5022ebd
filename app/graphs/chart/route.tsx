import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { sourceOf } from "../../../machines/charts.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { namingOf } from "../../../services/providers/buyers.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { asksForMainWay, asksForWide, type Chart, chartOf } from "../chart-of.ts";
import { findingsOf } from "../findings/findings-of.ts";
import { type GuardCode, guardCodes } from "../guards/guard-code.ts";
import { graphMeta } from "../ui/meta.ts";
import { ChartPage } from "./chart-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const code = args.params.code!;
  const { searchParams } = new URL(args.request.url);
  const [isWide, isFolded] = [asksForWide(searchParams), asksForMainWay(searchParams)];
  const chart = await chartOf(code, isWide, isFolded);
  const other = await chartOf(code, !isWide, isFolded);
  if (!chart || !other) throw notHere();
  const names = new Set(chart.graph.nodes.flatMap(({ shows }) => shows ?? []));
  const headings = Object.fromEntries(
    [...names].map((name) => [name, stepNamed(name, variants.get(code)?.machine)!.wording.en.heading]),
  );
  const { width, height } = other.layout;
  const naming = namingOf(code, args.context.services.settings);
  const findings = import.meta.env.DEV ? findingsOf(chart.graph) : [];
  return {
    chart,
    other: [width, height] as [number, number],
    headings,
    source: sourceOf(code),
    naming,
    guards: guardsAt(searchParams.get("at"), chart, sourceOf(code)),
    findings,
    ...(import.meta.env.DEV && { root: process.cwd() }),
  };
}

/** The guards on the selected edge. */
function guardsAt(id: string | null, { whole, graph }: Chart, source: string): GuardCode[] {
  const via = whole.edges.find((edge) => edge.id === id)?.ways.flatMap((way) => way.via) ?? [];
  const names = via.flatMap((each) => graph.edges.find((edge) => edge.id === each)?.guards ?? []);
  return guardCodes([...new Set(names)], source);
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Chart of ${params.code}`);

export default function ChartRoute() {
  const [query] = useSearchParams();
  return <ChartPage {...useLoaderData<typeof loader>()} query={query} />;
}
