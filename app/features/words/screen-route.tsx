import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartOf } from "../../graphs/chart-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { screenData } from "../screens/screen-data.ts";
import { ScreenPage } from "../screens/screen-route.tsx";
import { access } from "./feature.ts";
import { draftIn } from "./load.ts";

/** A survey's screen in words of the owner that are in force or, as its address has them, might be; shown in a frame. */
export async function loader(args: LoaderFunctionArgs) {
  await demandViewer(args, access);
  const query = new URL(args.request.url).searchParams;
  const { variant, step, language, ownWords } = await draftIn(query, args.context);
  const { graph } = (await chartOf(variant.code))!;
  const { settings } = args.context.services;
  return screenData(variant, graph, { step, state: "", language, flags: "" }, { ...settings, ownWords });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Screen");

export default function ScreenRoute() {
  return <ScreenPage data={useLoaderData<typeof loader>() as unknown as SurveyPageData} isFramed />;
}
