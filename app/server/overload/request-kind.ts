import type { IncomingMessage } from "node:http";
import { sessionCookieName } from "../session-cookie.ts";
import { formType } from "../try-again.ts";

/** `file`: a page is nothing without those it loads. `form`: holds what somebody typed. */
export type RequestKind = "health" | "file" | "form" | "json" | "page";

/** How a request is treated while the site is busy. */
export function requestKind({ method, url = "", headers }: IncomingMessage): RequestKind {
  const [path = ""] = url.split("?", 1);
  if (method === "POST") return headers["content-type"]?.startsWith(formType) ? "form" : "json";
  if (path === "/healthz" || path === "/readyz") return "health";
  return path.startsWith("/assets/") || /\.\w{2,5}$/.test(path) ? "file" : "page";
}

/** Tells a visit under way from one that begins: it posts, or its browser has our cookie. Nothing is proven by that. */
export function isUnderWay({ method, headers: { cookie } }: IncomingMessage, https: boolean): boolean {
  return method === "POST" || (cookie?.includes(`${sessionCookieName(https)}=`) ?? false);
}
