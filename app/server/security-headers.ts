import type { MiddlewareHandler } from "hono";
import { retryAfter } from "./answer-for-failures.ts";
import { hsts, unusedFeatures } from "./bare-headers.ts";
import { cspReportsPath } from "./csp-reports.ts";
import { ourInlineCode } from "./inline-code.ts";
import type { ServerEnv } from "./server-env.ts";
import { isOperators, type ThirdParties } from "./third-parties.ts";

/**
 * The security headers of the answer at a path. Scripts and styles run only when they are ours: from our own origin, or
 * inline with a hash that the policy names.
 * @param styles the hash of the page's own style sheet, as a policy names it; none for other answers
 */
export type SecurityHeaders = (path: string, styles?: string) => Record<string, string>;

/** @param thirdParties whom the page at a path loads scripts and pixels from, where some are configured */
export function securityHeaders(site: {
  https: boolean;
  dev: boolean;
  thirdParties: (path: string) => ThirdParties;
}): SecurityHeaders {
  const { https, dev, thirdParties } = site;
  const inline = ourInlineCode(dev);
  const upgraded = https ? "; upgrade-insecure-requests" : "";
  const common = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Reporting-Endpoints": `csp="${cspReportsPath}"`,
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "X-Download-Options": "noopen",
    "X-Permitted-Cross-Domain-Policies": "none",
    ...(https && { "Strict-Transport-Security": hsts }),
  };
  return (path, styles = "") => {
    const { scripts, connections, images } = thirdParties(path);
    // The pages of the charts show screens in frames; whole surveys are shown so while developing only.
    const isFramed = dev || path.startsWith("/graphs/");
    const policy = [
      "default-src 'none'",
      list("script-src 'self'", inline.scripts, scripts),
      // Vite injects its style sheets in development.
      dev ? "style-src 'self' 'unsafe-inline'" : list("style-src 'self'", inline.styles, [styles]),
      list("img-src 'self' data:", images),
      list("connect-src 'self'", connections, dev ? ["ws:"] : []),
      "font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; worker-src 'none'",
      // Our own scripts make no markup of texts, but on the charts' pages, which read other pages of ours. What others'
      // scripts do is theirs.
      ...(isFramed || scripts.length > 0 ? [] : ["require-trusted-types-for 'script'; trusted-types 'none'"]),
      isFramed ? "frame-ancestors 'self'; frame-src 'self'" : "frame-ancestors 'none'",
      // Two ways to say one thing: not every browser knows the newer.
      `report-uri ${cspReportsPath}; report-to csp`,
    ];
    return {
      ...common,
      // A window that a survey's page opens on the console has nothing to do with that page, whose scripts are also others'.
      ...(isOperators(path) && { "Cross-Origin-Opener-Policy": "noopener-allow-popups" }),
      "Content-Security-Policy": policy.join("; ") + upgraded,
      "X-Frame-Options": isFramed ? "SAMEORIGIN" : "DENY",
    };
  };
}

function list(directive: string, ...sources: readonly (readonly string[])[]): string {
  return [directive, ...sources.flat().filter(Boolean)].join(" ");
}

/**
 * Gives every answer its headers, errors and redirects included. Of the last three a page may set its own: one of a survey must not say
 * no-referrer, because browsers would then post its forms with "Origin: null".
 */
export function withHeaders(security: SecurityHeaders): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    // Not by `c.header`, which makes another response each time.
    for (const [name, value] of Object.entries(security(c.req.path, c.get("styles"))))
      headers.set(name, value);
    if (c.res.status === 503) headers.set("Retry-After", retryAfter);
    // What a page loads from others, and its footer, depend on the browser's privacy signal.
    if (headers.get("Content-Type")?.startsWith("text/html")) headers.append("Vary", "Sec-GPC");
    for (const [name, value] of Object.entries(usualHeaders))
      if (!headers.has(name)) headers.set(name, value);
  };
}

/** What an answer says unless it has its own word on it. */
export const usualHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};
