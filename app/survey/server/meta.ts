import type { MetaArgs, MetaDescriptor } from "@remix-run/node";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import { surveyUrls } from "../../site/links.ts";
import { rootData, sharedLink } from "../../site/meta.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

/**
 * The title of a survey's page, and whether search engines may list it: a survey by its own address, but none of the
 * questions on the way, and nothing under another host's name.
 */
export function surveyMeta(page: SurveyPageData, { matches, location }: MetaArgs): MetaDescriptor[] {
  const { company, screen, session, steps } = page;
  const root = rootData(matches);
  const { heading } = steps[session.currentStep]!;
  const wrong = root?.refused || Object.keys(screen.errors).length > 0;
  const prefix = wrong ? (root?.errorPrefix ?? "") : "";
  const title = { title: `${prefix}${heading} | ${company.siteName}` };
  const onTheWay = new URLSearchParams(location.search).has("step");
  if (!root || wrong || onTheWay || session.isExternalHost) {
    return [title, { name: "robots", content: "noindex" }];
  }
  const { description = "" } = root;
  const url = root.siteOrigin + canonicalPath(page);
  return [
    title,
    { name: "description", content: description },
    ...sharedLink(root, { title: heading, description, type: "website", url }),
  ];
}

/** Variants of the survey that the site itself links to are copies of it, made to be compared. */
function canonicalPath({ survey, topic, language }: SurveyPageData): string {
  return topic === "accident" && language === mainLanguage
    ? inLanguage(surveyUrls, language)
    : `/survey/${survey}`;
}
