import { states } from "./states/states.ts";

/** A page that search engines may list, and the day its content last changed, YYYY-MM-DD. */
export type SitePage = { path: `/${string}`; changed: string };

const articleDays = {
  "/about-us/": "2026-11-21",
  "/sponsors/": "2026-11-21",
  "/car-accident-lawsuits/": "2026-11-21",
  "/car-accident-lawsuits/timeline/": "2026-11-21",
  "/car-accident-lawsuits/settlements/": "2026-11-21",
  "/car-accident-lawsuits/filing-claim/": "2026-11-21",
  "/car-accident-lawsuits/elements-that-make-up-auto-accidents/": "2026-11-21",
  "/car-accident-lawsuits/faqs/": "2026-11-21",
  "/car-accident-laws/": "2026-11-23",
};

export type ArticlePath = keyof typeof articleDays | (typeof states)[number]["path"];

/** The day the facts of each article were last checked, by its path. Those of the states are checked together. */
export const reviewed: Record<ArticlePath, string> = {
  ...articleDays,
  ...Object.fromEntries(states.map(({ path }) => [path, "2026-11-23"])),
};

/** All of them; a page is added here when its meta gets a path. */
export const sitePages: readonly SitePage[] = [
  { path: "/", changed: "2026-11-23" },
  { path: "/es/", changed: "2026-11-23" },
  { path: "/where-to-turn/", changed: "2026-11-23" },
  { path: "/es/where-to-turn/", changed: "2026-11-23" },
  { path: "/contact/", changed: "2026-11-23" },
  { path: "/es/contact/", changed: "2026-11-23" },
  { path: "/privacy-policy/", changed: "2026-11-23" },
  { path: "/terms-of-use/", changed: "2026-11-23" },
  { path: "/do-not-sell-my-information/", changed: "2026-11-23" },
  { path: "/es/privacy-policy/", changed: "2026-11-23" },
  { path: "/es/terms-of-use/", changed: "2026-11-23" },
  { path: "/es/do-not-sell-my-information/", changed: "2026-11-23" },
  { path: "/video-gallery/", changed: "2026-11-23" },
  { path: "/car-accident-laws/deadline/", changed: "2026-11-23" },
  ...Object.entries(reviewed).map(([path, changed]) => ({ path: path as ArticlePath, changed })),
];

/** The day a page last changed, YYYY-MM-DD. */
export function changedOn(path: SitePage["path"]): string {
  return sitePages.find((page) => page.path === path)!.changed;
}

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
