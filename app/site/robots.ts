import { variants } from "../../machines/registry.ts";

/** Where surveys end: these addresses bear names and numbers. */
function thankYouPages(): string[] {
  const pages = [...variants.values()].flatMap(({ thankYou, entries }) => [
    thankYou,
    ...Object.values(entries).flatMap((entry) => entry.thankYou ?? []),
  ]);
  return [...new Set(pages)].sort();
}

/**
 * What crawlers are asked to leave alone (RFC 9309). Surveys are not among it: a crawler has to read a page to
 * see that it says noindex.
 */
export function robots(siteOrigin: string): string {
  // Both forms of an address answer; a rule without the last slash is for both.
  const barred = ["/api/", ...thankYouPages().map((path) => path.replace(/\/$/, ""))];
  return [
    "User-agent: *",
    ...barred.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${siteOrigin}/sitemap.xml`,
    "",
  ].join("\n");
}
