import type { MiddlewareHandler } from "hono";
import type { Log } from "../../services/observe/log.ts";
import type { Metrics } from "../../services/observe/metrics.ts";
import { requestId } from "../../services/observe/request-id.ts";
import { uuid7 } from "../../services/store/uuid7.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";

/** One line per request, and one count: method, path without its query, status, time taken. */
export function requestLog(log: Log, metrics: Metrics): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now();
    const id = uuid7(Date.now());
    c.set("requestId", id);
    await requestId.run(id, next);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - began;
    metrics.requests.observe(
      { route: routeOf(path), method: knownMethod(method), status: String(status) },
      ms / 1000,
    );
    log("request", { requestId: id, method, path, status, ms });
  };
}

/** The client chooses the method; only those that are answered are logged by name. */
export function knownMethod(method: string): string {
  return ["GET", "HEAD", "POST"].includes(method) ? method : "other";
}
