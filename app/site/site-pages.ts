import { inLanguage, languages } from "../../services/words/languages.ts";
import { pageFeatures } from "../features.ts";
import { articleAt, articles, legalPages } from "./content/pages.ts";
import { links, wordsFault } from "./content/read.ts";
// The words of the other pages have links as well.
import "../../services/words/index.ts";
import { states } from "./articles/states.ts";
import { pageIn } from "./links.ts";

/** A page that search engines may list, and the day its content last changed, YYYY-MM-DD. */
export type SitePage = { path: `/${string}`; changed: string };

/** Pages with a form or words of their own, and the day their words last changed in any language. */
const others = {
  "/": "2026-11-23",
  "/where-to-turn/": "2026-11-23",
  "/contact/": "2026-11-23",
  "/do-not-sell-my-information/": "2026-11-23",
} as const;

/** All pages; one that is not an article is added here when its meta gets a path. */
const pages: readonly SitePage[] = [
  ...Object.entries(others).flatMap(([path, changed]) =>
    languages.map((language) => ({ path: pageIn(language, path as keyof typeof others), changed })),
  ),
  ...Object.values(legalPages).flatMap((page) => languages.map((language) => inLanguage(page, language))),
  ...pageFeatures.flatMap(({ listed = [] }) => listed),
  ...articles.filter(({ state }) => !state),
  ...states.map(({ path }) => articleAt(path)),
];

export const sitePages: readonly SitePage[] = pages.map(({ path, changed }) => ({ path, changed }));

const nowhere = links.filter(
  ({ href }) =>
    !href.startsWith("https://") && !sitePages.some(({ path }) => path === href.replace(/#.*/, "")),
);
if (nowhere.length > 0)
  throw wordsFault(nowhere.map(({ place, href }) => `${place}: there is no page ${href}`));

/** The day a page last changed, YYYY-MM-DD. */
export function changedOn(path: SitePage["path"]): string {
  return sitePages.find((page) => page.path === path)!.changed;
}

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
