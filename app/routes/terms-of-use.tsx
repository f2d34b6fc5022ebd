import type { MetaFunction } from "@remix-run/node";
import { siteMeta } from "../site/meta.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { TermsOfUse } from "../site/terms-of-use.tsx";
import { useCompany } from "../site/use-company.ts";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/terms-of-use/",
    inBothLanguages: "/terms-of-use/",
    title: "Terms of use",
    description: "The terms that apply when you use this site.",
  });

export default function TermsOfUseRoute() {
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      <TermsOfUse company={company} />
    </SiteLayout>
  );
}
