import type { MiddlewareHandler } from "hono";
import type { Settings } from "../../services/settings/env.ts";

/** So long what it says may be relied on, in milliseconds; RFC 9116 wants less than a year. */
const validMs = 180 * 24 * 60 * 60 * 1000;

/** Where to report a weakness, in the words of RFC 9116. */
export function securityTxt({
  company,
  siteOrigin,
}: Pick<Settings, "company" | "siteOrigin">): MiddlewareHandler {
  return async (c) =>
    c.text(
      [
        `Contact: mailto:${company.email}`,
        `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
        "Preferred-Languages: en, es",
        `Canonical: ${siteOrigin}/.well-known/security.txt`,
        "",
      ].join("\n"),
    );
}
