import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findEntry } from "../../machines/registry.ts";
import { whenWasTheAccident } from "../../machines/steps/accident.ts";
import { inLanguage } from "../../services/words/languages.ts";
import { Home } from "../site/home/home.tsx";
import { SitePage, useCompany } from "../site/layout/site-layout.tsx";
import { surveyUrls } from "../site/links.ts";
import { loadPage, metaInEach } from "../site/meta.ts";

export async function loader(args: LoaderFunctionArgs) {
  const page = loadPage(args, ({ home }) => home.head);
  const { settings, ownFigures } = args.context.services;
  const { code } = findEntry(inLanguage(surveyUrls, page.language))!.variant;
  const asks = settings.ownWords.of(code)(whenWasTheAccident, page.language);
  return { ...page, asks, figures: await ownFigures() };
}

export const meta = metaInEach("/");

export default function HomeRoute() {
  const { language, asks, figures } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SitePage language={language}>
      <Home language={language} company={company} figures={figures} asks={asks} />
    </SitePage>
  );
}
