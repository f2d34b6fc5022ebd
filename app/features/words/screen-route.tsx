import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartOf } from "../../graphs/chart-of.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { screenData } from "../screens/screen-data.ts";
import { ScreenPage } from "../screens/screen-route.tsx";
import { draftIn } from "./load-previews.ts";

/**
 * A survey's screen in words of the owner that are in force or, as its address has them, might be; shown in a frame, which
 * no page of the console may be.
 */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const query = new URL(args.request.url).searchParams;
  const { step, language, set, ownWords } = await draftIn(variant, query, args.context);
  const { graph } = (await chartOf(variant.code))!;
  const { settings } = args.context.services;
  const wanted = { step, state: "", language, flags: "", words: set };
  return screenData(variant, graph, wanted, { ...settings, ownWords });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Screen");

export default function ScreenRoute() {
  return <ScreenPage data={useLoaderData<typeof loader>() as unknown as SurveyPageData} isFramed />;
}
