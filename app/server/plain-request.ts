import type { MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";
import type { ServerEnv } from "./server-env.ts";

/**
 * Refuses a request that has no proper address because of its Host header. One whose length is not announced, as
 * some proxies send them, becomes a plain `Request`: hono's body limit makes a copy of it, which it cannot of the
 * Node adapter's own kind.
 */
export const plainRequest: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (!URL.canParse(c.req.url)) return plainPage(c, "notUnderstood", 400);
  if (c.req.method === "POST" && c.req.header("Content-Length") === undefined) {
    const { url, headers, body } = c.req.raw;
    c.req.raw = new Request(url, { method: "POST", headers, body, duplex: "half" });
  }
  return next();
};
