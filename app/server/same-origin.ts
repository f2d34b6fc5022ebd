import type { Context, MiddlewareHandler } from "hono";
import { findEntry } from "../../machines/registry.ts";
import { plainPage } from "./plain-page.ts";
import type { ServerEnv } from "./server-env.ts";
import { isForm } from "./try-again.ts";

/** Forms for everybody, beside those of the surveys. */
const publicForm = /^(?:\/es)?\/(?:contact|do-not-sell-my-information|receipt|call-time)\/?$/;

/**
 * Every POST must come from our own pages, on resource routes too (Remix looks at UI routes only).
 * Browsers say where a post comes from in Sec-Fetch-Site or Origin; a program that sends neither
 * carries no visitor's cookies and cannot be tricked into a forgery.
 */
export function sameOrigin(siteOrigin: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const own = [siteOrigin, new URL(c.req.url).origin];
    const origin = c.req.header("Origin");
    if (!isOurs(c.req.header("Sec-Fetch-Site"), origin, own)) {
      if (origin !== "null" || !maySpeakForItself(c)) return plainPage(c, "otherSite", 403);
      // Browsers inside of apps hide it: a form has a sealed field, then, that no other site can have.
      c.set("hidesOrigin", isForm(c));
    }
    // Remix would compare it with Host only, and fail behind a proxy that changes Host or where a
    // privacy setting sends "null".
    c.req.raw.headers.delete("Origin");
    return next();
  };
}

/**
 * Whether a post can show by itself that it comes from us. Other sites can send JSON only to who allows it beforehand, and
 * we allow nobody; a browser that says that it is theirs is believed.
 */
function maySpeakForItself(c: Context<ServerEnv>): boolean {
  const { path } = c.req;
  if (isForm(c)) return findEntry(path) !== undefined || publicForm.test(path);
  const isJson = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() === "application/json";
  const isScripts = path === "/post-lead" || path.startsWith("/api/");
  return isJson && isScripts && c.req.header("Sec-Fetch-Site") === undefined;
}

/** Sec-Fetch-Site decides where it is sent: a browser sets it and no page can change it. */
export function isOurs(
  site: string | undefined,
  origin: string | undefined,
  own: readonly string[],
): boolean {
  if (site !== undefined) return site === "same-origin" || site === "none";
  return origin === undefined || own.includes(origin);
}
