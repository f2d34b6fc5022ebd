import { hashSource } from "./inline-code.ts";
import { plainStyle } from "./plain-style.ts";

/** Two years, subdomains included. */
export const hsts = "max-age=63072000; includeSubDomains";

/** What no page of ours asks a browser for. */
export const unusedFeatures = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"];

/**
 * Headers of answers that are given outside the site's own guards: to what is no proper request, before the site is
 * ready, and for the operator. Nothing is loaded, framed or kept.
 * @param https whether the site is served over https
 */
export function bareHeaders(https: boolean): Record<string, string> {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(https && { "Strict-Transport-Security": hsts }),
  };
}

/** The same of a page of a few words (`bareHtml`). @param forms where it may send forms */
export function barePageHeaders(https: boolean, forms = "'none'"): Record<string, string> {
  return {
    ...bareHeaders(https),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src ${hashSource(plainStyle)}; img-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  };
}
