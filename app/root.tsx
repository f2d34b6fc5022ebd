import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { findEntry } from "../machines/registry.ts";
import type { PageFlags } from "../machines/rules/page-flags.ts";
import { languageFacts, mainLanguage } from "../services/words/languages.ts";
import { RefusedPage } from "./console/ui/refused-page.tsx";
import { loadsNothing } from "./server/answers/security-headers.ts";
import { languageAt } from "./site/content/language.ts";
import { ErrorPage, ErrorTitle } from "./site/error-page.tsx";
import { pageLook } from "./site/page-look.ts";
import { DeveloperError } from "./ui/developer-error.tsx";
import { PageShell } from "./ui/page-shell.tsx";
import { Scripts } from "./ui/scripts.tsx";
import "./styles/global.css";
import type { SurveyPageData } from "./survey/screen/page-data.ts";
import { topicOf } from "./survey/server/page.ts";

/**
 * The data of every page: the company's facts, the site's own address, the call tracker, whether its form was refused
 * (loaders run after the action), and what its head may say in its language.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { company, siteOrigin, callTracker, ownWords } = context.services.settings;
  const { pathname } = new URL(request.url);
  const survey = findEntry(pathname)?.variant;
  const { screens, pages } = ownWords.messages(survey?.language ?? languageAt(pathname));
  return {
    company,
    siteOrigin,
    callTracker: context.optOut || loadsNothing(pathname) ? undefined : callTracker,
    refused: context.refused ?? false,
    errorPrefix: screens.errorPrefix,
    description: survey && pages.description[topicOf(survey.flow)],
  };
}

/** The HTML around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const error = useRouteError();
  const shell = useContext(PageShell);
  const language = matches.map(({ data }) => languageOf(data)).findLast(Boolean) ?? mainLanguage;
  const shown = error ? shell.language : language;
  const { direction, draft } = languageFacts(shown);
  return (
    <html
      lang={shown}
      dir={direction === "rtl" ? direction : undefined}
      {...pageLook(flagsOf(matches.at(-1)?.data))}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {error ? <ErrorTitle status={statusOf(error)} /> : <Meta />}
        {/* The browser's own bar, as the header. */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#182329" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {import.meta.env.DEV && <Links />}
      </head>
      <body>
        {draft && <aside data-draft>{draft.page}</aside>}
        {children}
        <Scripts />
      </body>
    </html>
  );
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
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
  const { path, consoleProof, consolePage, guestPage } = useContext(PageShell);
  if (import.meta.env.DEV && error instanceof Error) return <DeveloperError error={error} />;
  const status = statusOf(error);
  // Only a person signed in to the console is told the reason.
  const reason = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : undefined;
  if (guestPage) return <RefusedPage status={status} reason={reason} path={path} only={guestPage} />;
  if (consoleProof || consolePage || (status === 403 && path.startsWith("/console")))
    return <RefusedPage status={status} reason={reason} path={path} />;
  return <ErrorPage status={status} />;
}
