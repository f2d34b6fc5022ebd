import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { errorName } from "../services/observe/log.ts";
import {
  inlineLoader,
  variantFiles,
  variantSources,
  wordsFile,
  wordsSource,
} from "./server/building/built-files.ts";
import { wordsFileWith } from "./server/pages/own-screen-words.ts";
import { inlineStyles } from "./server/pages/page-styles.ts";
import { ownPath, visitorLanguage } from "./server/requests/request-facts.ts";
import { PageShell } from "./ui/page-shell.tsx";

/**
 * One string rather than a stream: nothing on these pages arrives late, and strings are much faster for the slowest
 * answers.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { ownWords } = context.services.settings;
  const shell = {
    loader: import.meta.env.DEV ? null : inlineLoader(),
    variantFiles: import.meta.env.DEV ? variantSources : variantFiles,
    wordsFile: wordsFileWith(ownWords, import.meta.env.DEV ? wordsSource : wordsFile),
    path: ownPath(new URL(request.url).pathname),
    consolePage: context.consolePage ?? "",
    guestPage: context.guestPage ?? "",
    consoleProof: context.consoleProof ?? "",
    timeZone: context.services.settings.siteTimeZone,
    gpc: context.optOut === "gpc",
    company: context.services.settings.company,
    about: context.services.settings.about,
    language: visitorLanguage(request),
    ownWords,
    testimonials: context.services.settings.testimonials,
  };
  const html = renderToString(
    <PageShell.Provider value={shell}>
      <RemixServer context={remix} url={request.url} />
    </PageShell.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  const page = import.meta.env.DEV ? html : withStyles(html, remix, context, shell.path);
  return new Response(`<!DOCTYPE html>${page}`, { status, headers });
}

/** The page with its styles in its head, so that the first paint needs only the HTML. */
function withStyles(
  html: string,
  { manifest, staticHandlerContext }: EntryContext,
  context: AppLoadContext,
  path: string,
): string {
  const routes = staticHandlerContext.matches.map(({ route }) => route.id);
  const { css, hash } = inlineStyles(manifest, routes, path.startsWith("/graphs/") ? undefined : html);
  context.styles = hash;
  return html.replace("</head>", () => `<style>${css}</style></head>`);
}

/** Remix's own handler would print the error, and with it perhaps an answer: only its name is logged. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  // Remix hands its advice on addresses of strangers here, too.
  if (error instanceof Error && error.message.startsWith("Warning: ")) return;
  context.services.log("request.failed", { requestId: context.requestId, error: errorName(error) });
  // Answers during development belong to nobody.
  if (import.meta.env.DEV && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}
