import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { findEntry } from "../../../machines/registry.ts";
import { networkOf } from "../../../services/guard/network-of.ts";
import { createSeal } from "../../../services/guard/signing.ts";
import { sitePosts } from "../../features.ts";
import { plainPage } from "../answers/plain-page.ts";
import { isForm } from "../answers/try-again.ts";
import type { ServerEnv } from "../context.ts";

/** Forms for everybody, beside those of the surveys. */
const publicForms = new Set(["contact", "do-not-sell-my-information", "receipt", ...sitePosts]);
const isPublicForm = (path: string) => publicForms.has(path.replace(/^\/(?:es\/)?/, "").replace(/\/$/, ""));

/**
 * What a form's headers leave open: `hidden` has the origin "null", as browsers inside of apps and every sandboxed
 * frame send it; `unsaid` has none, as with old browsers and programs.
 */
export type OpenOrigin = "hidden" | "unsaid";

/**
 * Every POST must come from our own pages, on resource routes too (Remix checks UI routes only). Browsers send a post's
 * source in Sec-Fetch-Site or Origin; one that sends neither carries no cookie of ours (SameSite), so that it can do no
 * more than its own form's sealed field allows.
 */
export function sameOrigin(siteOrigin: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const own = [siteOrigin, new URL(c.req.url).origin];
    const from = originOf(c.req.header("Sec-Fetch-Site"), c.req.header("Origin"), own);
    if (from === "elsewhere" || (from === "hidden" && !maySpeakForItself(c)))
      return plainPage(c, "otherSite", 403);
    if (from !== "here" && isForm(c)) c.set("openOrigin", from);
    // Remix would compare it with Host only, and fail behind a proxy that changes Host or where a
    // privacy setting sends "null".
    c.req.raw.headers.delete("Origin");
    return next();
  };
}

/**
 * Other sites can send JSON only to sites that allow it beforehand, and we allow none; our forms have a sealed field.
 */
function maySpeakForItself(c: Context<ServerEnv>): boolean {
  const { path } = c.req;
  if (isForm(c)) return findEntry(path) !== undefined || isPublicForm(path);
  const isJson = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() === "application/json";
  return isJson && (path === "/post-lead" || path.startsWith("/api/"));
}

/**
 * Sec-Fetch-Site decides where it is sent: a browser sets it and no page can change it. What it calls another site stays
 * one, although the same form may say that it comes from "null".
 */
export function originOf(
  site: string | undefined,
  origin: string | undefined,
  own: readonly string[],
): "here" | "elsewhere" | OpenOrigin {
  if (site !== undefined) return site === "same-origin" || site === "none" ? "here" : "elsewhere";
  if (origin === undefined) return "unsaid";
  if (origin === "null") return "hidden";
  return own.includes(origin) ? "here" : "elsewhere";
}

/** Name of the hidden field by which a form proves that it comes from a page of ours that this visitor was shown. */
const pressField = "press";

/** A press stays good as long as its page, in milliseconds. */
const goodForMs = 60 * 60_000;

const pressed = z.object({ ip: z.string(), at: z.number() });

/**
 * Replaces a form's origin where the browser hides it: a field that is only on the page which this network was shown a
 * while ago, when it posted the form before.
 */
export function confirmedPress(secrets: readonly string[], now = Date.now) {
  const seal = createSeal(secrets, "hidden origin", now);
  return {
    field: (ip: string): [name: string, value: string] => [
      pressField,
      seal.seal({ ip: networkOf(ip), at: now() }),
    ],
    /** @param body of the form */
    isIn(body: string, ip: string): boolean {
      const { data } = pressed.safeParse(seal.open(new URLSearchParams(body).get(pressField)));
      return data !== undefined && data.ip === networkOf(ip) && now() - data.at < goodForMs;
    },
  };
}
