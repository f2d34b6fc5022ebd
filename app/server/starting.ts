import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Settings } from "../../services/settings/env.ts";
import { badRequest } from "./bad-request.ts";
import { bareHeaders, barePageHeaders } from "./bare-headers.ts";
import { limitBody } from "./limit-body.ts";
import { plainPage } from "./plain-page.ts";
import { sameOrigin } from "./same-origin.ts";
import { usualHeaders } from "./security-headers.ts";
import type { ServerEnv } from "./server-env.ts";
import { formType, tryAgainWith } from "./try-again.ts";

/** Largest request body, in bytes: a long description in a four-byte script, with room to spare. */
export const largestBody = 64 * 1024;

/**
 * Answers 503 while the site starts, upon which a balancer asks another process. Where there is none, a form comes back as a
 * page that holds what was typed.
 */
export function starting({ siteOrigin, company }: Pick<Settings, "siteOrigin" | "company">): RequestListener {
  const https = siteOrigin.startsWith("https:");
  // Without a referrer browsers would post the form with "Origin: null".
  const headers = { ...barePageHeaders(https, "'self'"), ...usualHeaders };
  // The site's scripts are not served yet, so nothing sends it by itself.
  const tryAgain = tryAgainWith(company, () => null);
  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.use(sameOrigin(siteOrigin));
  app.use(limitBody(largestBody, (c) => plainPage(c, "tooLong", 413, { Connection: "close" })));
  app.all("*", async (c) => tryAgain(c, { cause: "store", waitSeconds: 1, body: await c.req.text() }));
  const heldForm = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    errorHandler: badRequest(https),
  });
  return (request, response) => {
    if (request.method === "POST" && request.headers["content-type"]?.startsWith(formType))
      return heldForm(request, response);
    response.writeHead(503, { ...bareHeaders(https), "Retry-After": "1" }).end("The site is starting.\n");
  };
}
