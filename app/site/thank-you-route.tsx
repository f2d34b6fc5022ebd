import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Language } from "../../machines/steps/step.ts";
import { cleanAddress } from "./clean-address.ts";
import { siteMeta } from "./meta.ts";
import { SiteLayout } from "./site-layout.tsx";
import { ThankYou } from "./thank-you.tsx";
import { thankYouWords } from "./thank-you-words.ts";
import { ticketThankYouWords } from "./ticket-thank-you-words.ts";
import { useCompany } from "./use-company.ts";

/** Nothing of the query is shown but its language (ruling 18). */
export function loader({ request }: LoaderFunctionArgs): { language: Language } {
  const { searchParams } = new URL(request.url);
  // Old links have two question marks; the second is part of the first name then (ruling 15).
  const language = searchParams.get("lang") ?? searchParams.get("?lang");
  return { language: language === "es" ? "es" : "en" };
}

export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...siteMeta(matches, { title: data?.language === "es" ? "Gracias" : "Thank you" }),
  { name: "robots", content: "noindex" },
];

/** In the survey's language, with the site's menu: the visitor has just filed and may read on. The ticket flow has an end of its own (spec 2.1). */
export default function ThankYouRoute() {
  const { language } = useLoaderData<typeof loader>();
  const words = useLocation().pathname.startsWith("/ticket-") ? ticketThankYouWords : thankYouWords;
  const company = useCompany();
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, whose hash the policy names */}
      <script dangerouslySetInnerHTML={{ __html: cleanAddress }} />
      <SiteLayout company={company} language={language} hasFiled>
        <ThankYou company={company} language={language} words={words[language]} />
      </SiteLayout>
    </>
  );
}
