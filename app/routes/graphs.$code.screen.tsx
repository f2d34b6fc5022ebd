import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { chartOf } from "../graphs/chart-of.ts";
import { graphMeta } from "../graphs/pages/meta.ts";
import { ScreenPage } from "../graphs/pages/screen-page.tsx";
import { screenData, screensOf } from "../graphs/screens/screen-data.ts";
import { wantedIn } from "../graphs/screens/wanted.ts";
import { variantOf } from "../graphs/simulator/site.ts";
import { demandAccess, notHere } from "../server/graph-access.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";

/** One screen, for the frames of the page that shows them all. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const { graph } = chartOf(variant.code)!;
  const wanted = wantedIn(new URL(args.request.url).searchParams, variant);
  if (!screensOf(variant, graph).some(({ step }) => step === wanted.step)) throw notHere();
  return screenData(variant, graph, wanted, args.context.services.settings);
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  graphMeta(matches, `Screen ${data?.session.currentStep}`);

export default function ScreenRoute() {
  const [query] = useSearchParams();
  const data = useLoaderData<typeof loader>() as unknown as SurveyPageData;
  return <ScreenPage data={data} isFramed={query.has("framed")} />;
}
