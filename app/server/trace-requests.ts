import type { MiddlewareHandler } from "hono";
import { describeSpan, traced } from "../../services/observe/tracing/spans.ts";
import { knownMethod } from "./request-log.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";

/** These say nothing about a visit, and there are many. */
const untraced = ["asset", "/healthz", "/readyz"];

type Asked = { method: string; route: string; requestId: string; traceparent: string | undefined };

/** A request as a span: by its route, never its address or what it holds. */
export function tracedRequest<T>({ method, route, requestId, traceparent }: Asked, work: () => T): T {
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    "claimpath.request_id": requestId,
  };
  return traced(`${method} ${route}`, { kind: "server", attributes, parent: traceparent }, work);
}

/**
 * Traces what goes through Hono.
 * @param isBehindProxy whether a trusted proxy may say which trace a request belongs to; a visitor may not
 */
export function traceRequests(isBehindProxy: boolean): MiddlewareHandler<ServerEnv> {
  return (c, next) => {
    const route = routeOf(c.req.path);
    if (untraced.includes(route)) return next();
    const method = knownMethod(c.req.method);
    const traceparent = isBehindProxy ? c.req.header("traceparent") : undefined;
    return tracedRequest({ method, route, requestId: c.get("requestId"), traceparent }, async () => {
      await next();
      describeSpan({ "http.response.status_code": c.res.status });
    });
  };
}
