import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inDays } from "../../services/settings/limits.ts";
import { inLanguage } from "../../services/words/languages.ts";
import { LegalPage } from "../site/articles/legal-page.tsx";
import { legalPages } from "../site/content/pages.ts";
import { SiteLayout, useCompany } from "../site/layout/site-layout.tsx";
import { loadPage, metaInEach } from "../site/meta.ts";

const pages = legalPages["privacy-policy"];

export function loader(args: LoaderFunctionArgs) {
  return {
    ...loadPage(args, (_, language) => inLanguage(pages, language)),
    kept: inDays(args.context.services.settings.retention),
  };
}

export const meta = metaInEach("/privacy-policy/");

export default function PrivacyPolicyRoute() {
  const { language, kept } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SiteLayout company={company} language={language}>
      <LegalPage page={inLanguage(pages, language)} company={company} language={language} kept={kept} />
    </SiteLayout>
  );
}
