import { findEntry } from "../../machines/registry.ts";
import type { Language } from "../../machines/steps/step.ts";
import { sitePages } from "../site/site-pages.ts";

/** What a `Request` says of its visitor's language. */
export type Asked = { url: string; headers: Pick<Headers, "get"> };

const pages = new Set<string>(sitePages.map(({ path }) => path));

/**
 * Language of a page that is shown instead of what was asked for: that of the survey or page asked for, else of the
 * one the visitor comes from, else the one their browser prefers.
 */
export function visitorLanguage({ url, headers }: Asked): Language {
  const asked = parsed(url);
  const from = parsed(headers.get("Referer"));
  const isOurs = from !== null && from.host === asked?.host;
  return (
    languageAt(asked) ?? languageAt(isOurs ? from : null) ?? preferred(headers.get("Accept-Language") ?? "")
  );
}

function parsed(url: string | null): URL | null {
  return url !== null && URL.canParse(url) ? new URL(url) : null;
}

/** What an address of ours says by itself. */
function languageAt(url: URL | null): Language | undefined {
  if (!url) return undefined;
  const path = url.pathname;
  if (/^\/es(\/|$)/.test(path) || url.searchParams.get("lang") === "es") return "es";
  const isPage = pages.has(path.endsWith("/") ? path : `${path}/`);
  return isPage ? "en" : findEntry(path)?.variant.language;
}

/** Of the two languages we have, the one a browser prefers: of equal ones the first (RFC 9110, 12.5.4). */
function preferred(header: string): Language {
  const ranges = header.split(",").map((range) => {
    const [, name = "", quality = "1"] = /^\s*([a-z]+)[^;]*(?:;\s*q=([\d.]+))?/i.exec(range) ?? [];
    return { name: name.toLowerCase(), quality: Number(quality) };
  });
  const known = ranges.filter(({ name, quality }) => (name === "es" || name === "en") && quality > 0);
  const [best] = known.sort((a, b) => b.quality - a.quality);
  return best?.name === "es" ? "es" : "en";
}
