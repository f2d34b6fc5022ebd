import type { MiddlewareHandler } from "hono";
import { meantQuery } from "../../../machines/lead/meant-query.ts";
import { findEntry } from "../../../machines/registry.ts";
import { sitePages } from "../../site/site-pages.ts";
import type { ServerEnv } from "../context.ts";

const pages = new Set<string>(sitePages.map(({ path }) => path));
/** Longer than any of ours with typical additions. */
const longest = 300;

/** Redirects an address with stray characters to the intended page, with the intended query. */
export const meantAddress: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
  const { pathname, search } = new URL(c.req.url);
  const meant = addressMeant(pathname, search.slice(1));
  return meant ? c.redirect(meant, 302) : next();
};

/**
 * Text messages and mail programs take a bracket, a dot or an invisible character for a part of the link, and ad tools
 * write `&` or an encoded `?` where the query begins.
 * @returns an existing address; undefined where there is none, or the path exists as it is
 */
export function addressMeant(pathname: string, search: string): string | undefined {
  if (pathname.length > longest) return undefined;
  if (isOurs(pathname)) {
    const query = findEntry(pathname) && meantQuery(search);
    return query === undefined ? undefined : `${pathname}?${query}`;
  }
  const [, path = "", query = ""] = /^([^?&]*)[?&]?(.*)$/s.exec(decoded(pathname))!;
  const bare = path.replace(/\p{Cf}/gu, "").replace(/\/{2,}/g, "/");
  const clean = bare.replace(/[^\p{L}\p{N}]+$/u, "") || "/";
  const page = pages.has(`${clean}/`) ? `${clean}/` : clean;
  if (!isOurs(page)) return undefined;
  const given = [String(new URLSearchParams(query)), search].filter(Boolean).join("&");
  const whole = meantQuery(given) ?? given;
  return whole ? `${page}?${whole}` : page;
}

function isOurs(path: string): boolean {
  return findEntry(path) !== undefined || pages.has(path) || pages.has(`${path}/`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
