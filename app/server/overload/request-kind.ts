import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { thankYouPaths } from "../../site/links.ts";
import { sessionCookieName } from "../session-cookie.ts";
import { formType } from "../try-again.ts";

/** `file`: a page is nothing without those it loads. `form`: holds what somebody typed. `next`: the page that follows it. */
export type RequestKind = "health" | "file" | "form" | "json" | "next" | "page";

const endings = new Set(thankYouPaths.flatMap((path) => [path, path.slice(0, -1)]));

/** How a request is treated while the site is busy. */
export function requestKind({ method, url = "", headers }: IncomingMessage, https: boolean): RequestKind {
  const [path = "", query = ""] = url.split("?", 2);
  if (method === "POST") return headers["content-type"]?.startsWith(formType) ? "form" : "json";
  if (path === "/healthz" || path === "/readyz") return "health";
  // A page of many frames asks for all of them at once.
  const isFrame = new URLSearchParams(query).has("framed");
  const isNext =
    isFrame || endings.has(path) || (hasOurs(headers, https) && new URLSearchParams(query).has("step"));
  return path.startsWith("/assets/") || /\.\w{2,5}$/.test(path) ? "file" : isNext ? "next" : "page";
}

/** Tells a visit under way from one that begins: it posts, sees what follows, or its browser has our cookie. Nothing is proven by that. */
export function isUnderWay(request: IncomingMessage, https: boolean): boolean {
  const { method, headers } = request;
  return method === "POST" || hasOurs(headers, https) || requestKind(request, https) === "next";
}

function hasOurs({ cookie }: IncomingHttpHeaders, https: boolean): boolean {
  return cookie?.includes(`${sessionCookieName(https)}=`) ?? false;
}
