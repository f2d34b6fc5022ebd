import type { LoaderFunctionArgs } from "@remix-run/node";
import { variants } from "../../machines/registry.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return new Response(robots(context.services.settings.siteOrigin), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

/** The ends of surveys: these addresses contain names and numbers. Without the last slash, a rule covers both forms. */
function thankYouPages(): string[] {
  const pages = [...variants.values()].flatMap(({ thankYou, entries }) => [
    thankYou,
    ...Object.values(entries).flatMap((entry) => entry.thankYou ?? []),
  ]);
  return [...new Set(pages.map((path) => path.replace(/\/$/, "")))].sort();
}

/**
 * What crawlers are asked to avoid (RFC 9309). Surveys are not on the list: a crawler has to read a page to find its
 * canonical address, or its noindex.
 */
function robots(siteOrigin: string): string {
  return [
    "User-agent: *",
    ...["/api/", ...thankYouPages()].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${siteOrigin}/sitemap.xml`,
    "",
  ].join("\n");
}
