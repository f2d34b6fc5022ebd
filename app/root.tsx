import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageFlags } from "../machines/rules/page-flags.ts";
import { Scripts } from "./scripts.tsx";
import { ErrorPage } from "./site/error-page.tsx";
import { siteMeta } from "./site/meta.ts";
import { pageLook } from "./site/page-look.ts";
import "./styles/global.css";
import type { SurveyPageData } from "./survey/page-data.ts";

/** What every page is told: the company's facts, the site's own address, who gives the number shown, and whether its form was refused (loaders run after the action). */
export function loader({ context }: LoaderFunctionArgs) {
  const { company, siteOrigin, callTracker } = context.services.settings;
  return {
    company,
    siteOrigin,
    callTracker: context.optOut ? undefined : callTracker,
    refused: context.refused ?? false,
  };
}

/** Titles of pages come from their routes; this is the one of the error page, where they do not get to speak. */
export const meta: MetaFunction = ({ error, matches }) => {
  if (!error) return [];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return siteMeta(matches, { title: missing ? "Page not found" : "This did not work" });
};

/** The HTML around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const language = matches.findLast(({ handle, data }) => languageOf(handle) ?? languageOf(data));
  return (
    <html
      lang={languageOf(language?.data) ?? languageOf(language?.handle) ?? "en"}
      {...pageLook(flagsOf(matches.at(-1)?.data))}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {import.meta.env.DEV && <Links />}
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function languageOf(value: unknown): string | undefined {
  return (value as { language?: string } | undefined)?.language;
}

/** A survey's page flags; other pages have none. */
function flagsOf(value: unknown): Partial<PageFlags> | undefined {
  return (value as Partial<SurveyPageData> | null | undefined)?.input?.flags;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
