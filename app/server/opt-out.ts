import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";
import type { OptOut } from "../../machines/visit/facts.ts";

const maxAge = 365 * 24 * 60 * 60;

/** True for the Sec-GPC header of a browser that sends the Global Privacy Control signal. */
export function isSignal(header: string | undefined): boolean {
  return header?.trim() === "1";
}

/**
 * How a browser refuses to have data sold or shared: by its Global Privacy Control signal, or by the cookie of our own
 * page. The cookie is not signed: a signature would end opt-outs with the secret that made it, and anyone who forges one
 * opts out. `gpc` in it comes from a browser that tells the signal to scripts only (app/entry.client.tsx).
 * @param secure whether the site is served over https; only then may the name be __Host-
 */
export function optOuts(secure: boolean) {
  const name = secure ? "__Host-opt-out" : "opt-out";
  return {
    name,
    of(c: Context): OptOut | undefined {
      const cookie = getCookie(c, name);
      if (isSignal(c.req.header("Sec-GPC")) || cookie === "gpc") return "gpc";
      return cookie === undefined ? undefined : "do-not-sell";
    },
    /** The Set-Cookie header that opts a browser out for a year. */
    cookie: serialize(name, "1", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure }),
  };
}
