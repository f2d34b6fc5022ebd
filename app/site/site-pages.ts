import { articles } from "./article-list.ts";

/** A page that search engines may list, and the day its content last changed, YYYY-MM-DD. */
export type SitePage = { path: `/${string}`; changed: string };

/** All of them; a page is added here when its meta gets a path. */
export const sitePages: readonly SitePage[] = [
  { path: "/", changed: "2026-11-21" },
  { path: "/contact/", changed: "2026-11-21" },
  { path: "/privacy-policy/", changed: "2026-11-21" },
  { path: "/terms-of-use/", changed: "2026-11-21" },
  { path: "/do-not-sell-my-information/", changed: "2026-11-21" },
  { path: "/es/privacy-policy/", changed: "2026-11-22" },
  { path: "/es/terms-of-use/", changed: "2026-11-22" },
  { path: "/es/do-not-sell-my-information/", changed: "2026-11-22" },
  { path: "/video-gallery/", changed: "2026-11-21" },
  ...articles.map(({ path, reviewed }) => ({ path, changed: reviewed })),
];

/** The sitemap (sitemaps.org) of a site at this origin. */
export function sitemap(siteOrigin: string): string {
  const entries = sitePages.map(
    ({ path, changed }) => `  <url><loc>${siteOrigin}${path}</loc><lastmod>${changed}</lastmod></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}
