import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type ComponentProps, useContext } from "react";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { noOwnWords, type OwnWords } from "../../../services/words/own-words.ts";
import { chartOf } from "../../graphs/chart-of.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { screenData } from "../screens/screen-data.ts";
import { ScreenPage } from "../screens/screen-route.tsx";
import { DrawnPage, pageOf } from "./drawn-pages.tsx";
import { draftIn, noScreen } from "./load-screens.ts";

type Shown = { messages: Messages } & (
  | { screen: SurveyPageData }
  | { page: Omit<ComponentProps<typeof DrawnPage>, "messages"> }
);

/**
 * A survey's screen, or another page, in words of the owner that are in force or, as its address has them, might be;
 * shown in a frame, which no page of the console may be.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Shown> {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const query = new URL(args.request.url).searchParams;
  const { part, step, language, set, ownWords } = await draftIn(variant, query, args.context);
  const { settings } = args.context.services;
  const messages = ownWords.messages(language);
  const look = query.get("look");
  if (part !== null && look !== null) {
    if (!pageOf(part).looks.includes(look)) throw noScreen();
    return { messages, page: { part, look, language, company: settings.company } };
  }
  if (!stepNamed(step, variant.machine)) throw noScreen();
  const { graph } = (await chartOf(variant.code))!;
  const flags = query.get("flags") ?? "";
  const about = query.has("first-call") ? withFirstCall(settings.about) : settings.about;
  const page = screenData(
    variant,
    graph,
    { step, state: query.get("state") ?? "", language, flags, words: set },
    { ...settings, ownWords, about },
  );
  const remark = remarkIn(query.get("remark"), variant, ownWords) ?? page.screen.remark;
  const notice = noticeIn(query.get("notice")) ?? page.screen.notice;
  return { messages, screen: { ...page, screen: { ...page.screen, remark, notice } } };
}

/** With a time, where the site's owner states none. */
const withFirstCall = (about: SurveyAbout): SurveyAbout => ({
  ...about,
  firstCallWithin: about.firstCallWithin ?? { count: 1, unit: "hour" },
});

type SurveyAbout = NonNullable<Parameters<typeof screenData>[3]["about"]>;

/** What a screen says to the answer before it. @param of the field and the value that the answer records: `police_report.no` */
function remarkIn(
  of: string | null,
  { language }: Required<Variant>,
  ownWords: OwnWords,
): string | undefined {
  const [, field = "", value = ""] = /^(\w+)\.(.+)$/.exec(of ?? "") ?? [];
  const remarks: Record<string, Record<string, string>> = ownWords.messages(language).pages.remarks;
  return remarks[field]?.[value];
}

const noticeIn = (named: string | null) =>
  (["answersExpired", "tooManyAnswers"] as const).find((notice) => notice === named);

/** An attribute that React 18's types lack. */
const inert = { inert: "" };

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Screen");

export default function ScreenRoute() {
  const shown = useLoaderData<typeof loader>() as unknown as Shown;
  const shell = useContext(PageShell);
  const ownWords = { ...(shell.ownWords ?? noOwnWords), messages: () => shown.messages };
  return (
    <PageShell.Provider value={{ ...shell, ownWords }}>
      {"screen" in shown ? (
        <ScreenPage data={shown.screen} isFramed />
      ) : (
        <div {...inert}>
          <DrawnPage {...shown.page} messages={shown.messages} />
        </div>
      )}
    </PageShell.Provider>
  );
}
