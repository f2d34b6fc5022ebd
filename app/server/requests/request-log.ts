import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { findEntry } from "../../../machines/registry.ts";
import { type Log, requestId } from "../../../services/observe/log.ts";
import type { Metrics } from "../../../services/observe/metrics.ts";
import { describeSpan, traced } from "../../../services/observe/spans.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { featureEndpoints } from "../../feature-endpoints.ts";
import { sitePosts } from "../../features.ts";
import { sitePages } from "../../site/site-pages.ts";
import type { ServerEnv } from "../context.ts";

const known = new Set([
  ...sitePages.map(({ path }) => path),
  "/api/progress/",
  "/api/phone-code/send/",
  "/api/phone-code/check/",
  "/api/chat-alert/",
  "/receipt/",
  ...sitePosts.map((path) => `/${path}/` as const),
  "/post-lead/",
  "/csp-reports/",
  "/healthz/",
  "/readyz/",
  ...Object.keys(featureEndpoints).map((path) => `${path}/`),
]);

/** The route that a request's path is counted as: one of a few names, for any path. */
export function routeOf(path: string): string {
  if (path.startsWith("/assets/")) return "asset";
  const whole = path.endsWith("/") ? path : `${path}/`;
  if (known.has(whole as `/${string}`)) return path === "/" ? path : whole.slice(0, -1);
  const entry = findEntry(path);
  return entry ? `survey ${entry.variant.code}` : "other";
}

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

/** Of requests that were worked on before they came to Hono. */
export const idsGiven = new WeakMap<IncomingMessage, string>();

/** Records requests through Hono. */
export function requestLog(to: { log: Log; metrics: Metrics }): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now();
    const id = idsGiven.get(c.env.incoming) ?? uuid7(Date.now());
    c.set("requestId", id);
    await requestId.run(id, next);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - began;
    recordRequest(to, { requestId: id, route: routeOf(path), method, path, status, ms });
  };
}

/** The client chooses the method; only those that are answered are logged by name. */
function knownMethod(method: string): string {
  return ["GET", "HEAD", "POST"].includes(method) ? method : "other";
}

/** These reveal nothing about a visit, and are many. */
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
 * Traces requests through Hono.
 * @param isBehindProxy whether a trusted proxy may set a request's trace; a visitor may not
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
