import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { chartOf } from "../../graphs/chart-of.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { SurveyHeader } from "../../site/layout/headers.tsx";
import { useMessages } from "../../site/messages.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { screenData, screensOf, wantedIn } from "./screen-data.ts";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import { SurveyScreen } from "../../survey/screen/survey-screen.tsx";
import styles from "./screens.module.css";

/** A screen; the page of all screens shows it in a frame. */
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

/**
 * A survey's screen as the visitor sees it.
 * @param isFramed whether it is inert: nothing takes the focus, not even an error summary
 */
export function ScreenPage({ data, isFramed }: { data: SurveyPageData; isFramed: boolean }) {
  const { company, language } = data;
  return (
    <div className={styles.screen} {...(isFramed && { inert: "" })}>
      <SurveyHeader company={company} language={language} />
      <SurveyScreen data={data} words={useMessages(language).screens} />
    </div>
  );
}
