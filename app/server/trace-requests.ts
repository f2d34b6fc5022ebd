import type { MiddlewareHandler } from "hono";
import { describeSpan, traced } from "../../services/observe/tracing/spans.ts";
import { knownMethod } from "./request-log.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";

/** These say nothing about a visit, and there are many. */
const untraced = ["asset", "/healthz", "/readyz"];

/**
 * Each request as a span: by its route, never its address or what it holds.
 * @param isBehindProxy whether a trusted proxy may say which trace a request belongs to; a visitor may not
 */
export function traceRequests(isBehindProxy: boolean): MiddlewareHandler<ServerEnv> {
  return (c, next) => {
    const route = routeOf(c.req.path);
    if (untraced.includes(route)) return next();
    const method = knownMethod(c.req.method);
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "claimpath.request_id": c.get("requestId"),
    };
    const parent = isBehindProxy ? c.req.header("traceparent") : undefined;
    return traced(`${method} ${route}`, { kind: "server", attributes, parent }, async () => {
      await next();
      describeSpan({ "http.response.status_code": c.res.status });
    });
  };
}
