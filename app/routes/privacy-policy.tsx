import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inDays } from "../../services/settings/limits.ts";
import { PrivacyPolicy as SpanishPrivacyPolicy } from "../site/es/privacy-policy.tsx";
import { languageLoader, metaInBoth } from "../site/in-both-languages.ts";
import { PrivacyPolicy } from "../site/privacy-policy.tsx";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export function loader(args: LoaderFunctionArgs) {
  return { ...languageLoader(args), kept: inDays(args.context.services.settings.retention) };
}

export const meta = metaInBoth("/privacy-policy/", {
  en: {
    title: "Privacy policy",
    description: "What we collect, what we do with it, who receives it, and your rights.",
  },
  es: {
    title: "Política de privacidad",
    description: "Qué datos recopilamos, qué hacemos con ellos, quién los recibe y qué derechos tiene usted.",
  },
});

export default function PrivacyPolicyRoute() {
  const { language, kept } = useLoaderData<typeof loader>();
  const company = useCompany();
  const Policy = language === "es" ? SpanishPrivacyPolicy : PrivacyPolicy;
  return (
    <SiteLayout company={company} language={language}>
      <Policy company={company} kept={kept} />
    </SiteLayout>
  );
}
