import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inDays } from "../../services/settings/retention.ts";
import { siteMeta } from "../site/meta.ts";
import { PrivacyPolicy } from "../site/privacy-policy.tsx";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return inDays(context.services.settings.retention);
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/privacy-policy/",
    inBothLanguages: "/privacy-policy/",
    title: "Privacy policy",
    description: "What we collect, what we do with it, who receives it, and your rights.",
  });

export default function PrivacyPolicyRoute() {
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      <PrivacyPolicy company={company} kept={useLoaderData<typeof loader>()} />
    </SiteLayout>
  );
}
