import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inDays } from "../../services/settings/retention.ts";
import { PrivacyPolicy } from "../site/es/privacy-policy.tsx";
import { siteMeta } from "../site/meta.ts";
import { SpanishLayout } from "../site/spanish-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export const handle = { language: "es" };

export function loader({ context }: LoaderFunctionArgs) {
  return inDays(context.services.settings.retention);
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/es/privacy-policy/",
    inBothLanguages: "/privacy-policy/",
    language: "es",
    title: "Política de privacidad",
    description: "Qué datos recopilamos, qué hacemos con ellos, quién los recibe y qué derechos tiene usted.",
  });

export default function SpanishPrivacyPolicyRoute() {
  const company = useCompany();
  return (
    <SpanishLayout company={company}>
      <PrivacyPolicy company={company} kept={useLoaderData<typeof loader>()} />
    </SpanishLayout>
  );
}
