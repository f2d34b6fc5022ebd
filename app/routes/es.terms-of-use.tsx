import type { MetaFunction } from "@remix-run/node";
import { TermsOfUse } from "../site/es/terms-of-use.tsx";
import { siteMeta } from "../site/meta.ts";
import { SpanishLayout } from "../site/spanish-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export const handle = { language: "es" };

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/es/terms-of-use/",
    inBothLanguages: "/terms-of-use/",
    language: "es",
    title: "Términos de uso",
    description: "Los términos que se aplican cuando usted usa este sitio.",
  });

export default function SpanishTermsOfUseRoute() {
  const company = useCompany();
  return (
    <SpanishLayout company={company}>
      <TermsOfUse company={company} />
    </SpanishLayout>
  );
}
