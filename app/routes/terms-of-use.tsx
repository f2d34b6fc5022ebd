import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../site/articles/legal-page.tsx";
import { legalPages } from "../site/content/pages.ts";
import { languageLoader, metaInBoth } from "../site/in-both-languages.ts";
import { SiteLayout } from "../site/layout/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";

const pages = legalPages["terms-of-use"];

export const loader = languageLoader;

export const meta = metaInBoth("/terms-of-use/", pages);

export default function TermsOfUseRoute() {
  const { language } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SiteLayout company={company} language={language}>
      <LegalPage page={pages[language]} company={company} language={language} />
    </SiteLayout>
  );
}
