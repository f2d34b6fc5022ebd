import type { MetaFunction } from "@remix-run/node";
import { Home } from "../site/home.tsx";
import { siteMeta } from "../site/meta.ts";
import { SitePage } from "../site/site-page.tsx";
import { useCompany } from "../site/use-company.ts";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/",
    title: "Hurt in a car accident? See if a law firm can help",
    description:
      "Answer a few short questions and find out if a law firm near you takes cases like yours. Free, and you decide.",
  });

export default function HomeRoute() {
  return (
    <SitePage>
      <Home company={useCompany()} />
    </SitePage>
  );
}
