import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { chartOf } from "../chart-of.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { screenData, screensOf, wantedIn } from "./screen-data.ts";
import { ScreenPage } from "./screen-page.tsx";

/** One screen; the page of all screens shows it in a frame. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const { graph } = (await chartOf(variant.code))!;
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
