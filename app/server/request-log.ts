import type { MiddlewareHandler } from "hono";
import type { Log } from "../../services/log.ts";
import { uuid7 } from "../../services/store/uuid7.ts";
import type { ServerEnv } from "./server-env.ts";

/** One line per request: method, path without its query, status, time taken. */
export function requestLog(log: Log): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now();
    const requestId = uuid7(Date.now());
    c.set("requestId", requestId);
    await next();
    const { method, path } = c.req;
    log("request", { requestId, method, path, status: c.res.status, ms: performance.now() - began });
  };
}
