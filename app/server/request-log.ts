import type { MiddlewareHandler } from "hono";
import type { Log } from "../../services/observe/log.ts";
import { requestId } from "../../services/observe/log.ts";
import type { Metrics } from "../../services/observe/metrics.ts";
import { uuid7 } from "../../services/store/engine/uuid7.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";

type Answered = {
  requestId: string;
  route: string;
  method: string;
  path: string;
  status: number;
  ms: number;
};

/** One line per request, and one count: method, path without its query, status, time taken. */
export function recordRequest(
  { log, metrics }: { log: Log; metrics: Metrics },
  { requestId, route, method, path, status, ms }: Answered,
): void {
  metrics.requests.observe({ route, method: knownMethod(method), status: String(status) }, ms / 1000);
  log("request", { requestId, method, path, status, ms });
}

/** Records what goes through Hono. */
export function requestLog(to: { log: Log; metrics: Metrics }): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now();
    const id = uuid7(Date.now());
    c.set("requestId", id);
    await requestId.run(id, next);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - began;
    recordRequest(to, { requestId: id, route: routeOf(path), method, path, status, ms });
  };
}

/** The client chooses the method; only those that are answered are logged by name. */
export function knownMethod(method: string): string {
  return ["GET", "HEAD", "POST"].includes(method) ? method : "other";
}
