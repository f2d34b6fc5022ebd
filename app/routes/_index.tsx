import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inEach, inLanguage } from "../../services/words/languages.ts";
import { homeWords } from "../site/content/words.ts";
import { Home } from "../site/home/home.tsx";
import { SitePage, useCompany } from "../site/layout/site-layout.tsx";
import { languageLoader, metaInEach } from "../site/meta.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { ...languageLoader(args), figures: await args.context.services.ownFigures() };
}

export const meta = metaInEach(
  "/",
  inEach((language) => inLanguage(homeWords, language).head),
);

export default function HomeRoute() {
  const { language, figures } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SitePage language={language}>
      <Home language={language} company={company} figures={figures} />
    </SitePage>
  );
}
