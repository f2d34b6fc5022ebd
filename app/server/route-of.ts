import { findEntry } from "../../machines/registry.ts";
import { sitePages } from "../site/site-pages.ts";

const known = new Set([
  ...sitePages.map(({ path }) => path),
  "/api/progress/",
  "/api/phone-code/send/",
  "/api/phone-code/check/",
  "/api/chat-alert/",
  "/api/outcomes/",
  "/receipt/",
  "/call-time/",
  "/post-lead/",
  "/csp-reports/",
  "/healthz/",
  "/readyz/",
]);

/** What a request's path is counted as: one of a few names, whatever is asked for. */
export function routeOf(path: string): string {
  if (path.startsWith("/assets/")) return "asset";
  const whole = path.endsWith("/") ? path : `${path}/`;
  if (known.has(whole as `/${string}`)) return path === "/" ? path : whole.slice(0, -1);
  const entry = findEntry(path);
  return entry ? `survey ${entry.variant.code}` : "other";
}
