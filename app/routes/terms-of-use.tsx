import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inLanguage } from "../../services/words/languages.ts";
import { LegalPage } from "../site/articles/legal-page.tsx";
import { legalPages } from "../site/content/pages.ts";
import { SiteLayout, useCompany } from "../site/layout/site-layout.tsx";
import { loadPage, metaInEach } from "../site/meta.ts";

const pages = legalPages["terms-of-use"];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, (_, language) => inLanguage(pages, language));

export const meta = metaInEach("/terms-of-use/");

export default function TermsOfUseRoute() {
  const { language } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SiteLayout company={company} language={language}>
      <LegalPage page={inLanguage(pages, language)} company={company} language={language} />
    </SiteLayout>
  );
}
