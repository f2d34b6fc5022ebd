import { useLoaderData } from "@remix-run/react";
import { TermsOfUse as SpanishTermsOfUse } from "../site/es/terms-of-use.tsx";
import { languageLoader, metaInBoth } from "../site/in-both-languages.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { TermsOfUse } from "../site/terms-of-use.tsx";
import { useCompany } from "../site/use-company.ts";

export const loader = languageLoader;

export const meta = metaInBoth("/terms-of-use/", {
  en: { title: "Terms of use", description: "The terms that apply when you use this site." },
  es: { title: "Términos de uso", description: "Los términos que se aplican cuando usted usa este sitio." },
});

export default function TermsOfUseRoute() {
  const { language } = useLoaderData<typeof loader>();
  const company = useCompany();
  const Terms = language === "es" ? SpanishTermsOfUse : TermsOfUse;
  return (
    <SiteLayout company={company} language={language}>
      <Terms company={company} />
    </SiteLayout>
  );
}
