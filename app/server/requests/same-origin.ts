import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { findEntry } from "../../../machines/registry.ts";
import { createSeal } from "../../../services/guard/signing.ts";
import { plainPage } from "../answers/plain-page.ts";
import { isForm } from "../answers/try-again.ts";
import type { ServerEnv } from "../context.ts";

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

/** Name of the hidden field by which a form shows that a page of ours, which this visitor was shown, has brought it. */
const pressField = "press";

/** As long as a page of it is good for. */
const goodForMs = 60 * 60_000;

const pressed = z.object({ ip: z.string(), at: z.number() });

/**
 * What stands in for the origin of a form, where the browser hides it: a field that only the page has which this address
 * was shown a while ago, when it posted the form before.
 */
export function confirmedPress(secrets: readonly string[], now = Date.now) {
  const seal = createSeal(secrets, "hidden origin", now);
  return {
    field: (ip: string): [name: string, value: string] => [pressField, seal.seal({ ip, at: now() })],
    /** @param body of the form */
    isIn(body: string, ip: string): boolean {
      const { data } = pressed.safeParse(seal.open(new URLSearchParams(body).get(pressField)));
      return data !== undefined && data.ip === ip && now() - data.at < goodForMs;
    },
  };
}
