import { json, type MetaFunction } from "@remix-run/node";
import { siteMeta } from "../site/meta.ts";
import { NotFound } from "../site/not-found.tsx";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export const loader = () => json(null, { status: 404 });

export const meta: MetaFunction = ({ matches }) => siteMeta(matches, { title: "Page not found" });

export default function NotFoundRoute() {
  return (
    <SiteLayout company={useCompany()}>
      <NotFound />
    </SiteLayout>
  );
}
