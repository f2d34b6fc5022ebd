import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { PageShell } from "./page-shell.tsx";
import { nameOf } from "./server/answer-for-failures.ts";
import { inlineStyles } from "./server/inline-styles.ts";

/** One string rather than a stream: nothing on these pages arrives late, and the slowest answers are far quicker. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const routes = remix.staticHandlerContext.matches.map(({ route }) => route.id);
  const shell = {
    nonce: context.nonce,
    styles: inlineStyles(remix.manifest, routes),
    path: new URL(request.url).pathname,
    gpc: context.optOut === "gpc",
    company: context.services.settings.company,
  };
  const html = renderToString(
    <PageShell.Provider value={shell}>
      <RemixServer context={remix} url={request.url} />
    </PageShell.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Remix's own handler would print the error, and with it perhaps an answer: only its name is logged. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  context.services.log("request.failed", { requestId: context.requestId, error: nameOf(error) });
}
