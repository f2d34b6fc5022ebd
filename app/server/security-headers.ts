import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { retryAfter } from "./answer-for-failures.ts";
import { hsts, unusedFeatures } from "./bare-headers.ts";
import { cspReportsPath } from "./csp-reports.ts";
import type { ServerEnv } from "./server-env.ts";
import type { ThirdParties } from "./third-parties.ts";

/**
 * Security headers for every answer, errors and redirects included. Scripts and styles run only when
 * they are ours: from our own origin or carrying the answer's nonce.
 * @param https whether the site is served over https
 * @param thirdParties whom the page at a path loads scripts and pixels from, where some are configured; the same
 *   object for pages that load the same
 */
export function securityHeaders({ thirdParties, ...site }: Site): MiddlewareHandler<ServerEnv> {
  const [usual, framed] = [headersBy(site, false), headersBy(site, true)];
  // The pages of the charts show screens in frames; whole surveys are shown so while developing only.
  const isFramed = (path: string) => site.dev || path.startsWith("/graphs/");
  return (c, next) => {
    const { path } = c.req;
    return (isFramed(path) ? framed : usual)(thirdParties(path))(c, next);
  };
}

type Security = { https: boolean; dev: boolean };
type Site = Security & { thirdParties: (path: string) => ThirdParties };

/** Headers are put together once for all pages that load the same. */
function headersBy(site: Security, framed: boolean): (others: ThirdParties) => MiddlewareHandler {
  const known = new Map<ThirdParties, MiddlewareHandler>();
  return (others) => {
    const headers = known.get(others) ?? headersFor(site, others, framed);
    known.set(others, headers);
    return headers;
  };
}

/** @param framed whether our own pages may show the page in a frame, and the page ours */
function headersFor(
  { https, dev }: Security,
  { scripts, connections, images }: ThirdParties,
  framed: boolean,
): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE, ...scripts],
      // Vite injects its style sheets in development.
      styleSrc: dev ? ["'self'", "'unsafe-inline'"] : ["'self'", NONCE],
      imgSrc: ["'self'", "data:", ...images],
      connectSrc: ["'self'", ...connections, ...(dev ? ["ws:"] : [])],
      mediaSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: [framed ? "'self'" : "'none'"],
      ...(framed && { frameSrc: ["'self'"] }),
      ...(https && { upgradeInsecureRequests: [] }),
      // Two ways to say one thing: not every browser knows the newer.
      reportUri: cspReportsPath,
      reportTo: "csp",
    },
    reportingEndpoints: [{ name: "csp", url: cspReportsPath }],
    strictTransportSecurity: https ? hsts : false,
    // See `withDefaults`: a page may ask for a stricter one.
    referrerPolicy: false,
    xFrameOptions: framed ? "SAMEORIGIN" : "DENY",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
    xXssProtection: false,
    permissionsPolicy: Object.fromEntries(unusedFeatures.map((feature) => [feature, []])),
  });
}

/**
 * Headers that a page may set for itself. A survey page must not say no-referrer: browsers would then
 * post its forms with "Origin: null".
 */
export const withDefaults: MiddlewareHandler<ServerEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (c.res.status === 503) c.header("Retry-After", retryAfter);
  // What a page loads from others, and its footer, depend on the browser's privacy signal.
  if (headers.get("Content-Type")?.startsWith("text/html")) c.header("Vary", "Sec-GPC", { append: true });
  if (!headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  if (!headers.has("Referrer-Policy")) c.header("Referrer-Policy", "strict-origin-when-cross-origin");
};
