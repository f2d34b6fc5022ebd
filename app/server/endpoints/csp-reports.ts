import type { Handler } from "hono";
import * as z from "zod";
import type { Services } from "../../../services/index.ts";
import { reportsPath } from "../../ui/rescue.ts";
import type { ServerEnv } from "../context.ts";

export const cspReportsPath = reportsPath;

/** How many reports of one post are read, and how many lines are logged in a minute; all that are read are counted. */
const mostInPost = 10;
const mostLinesInMinute = 30;

const directives = new Set(
  (
    "default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src " +
    "connect-src media-src manifest-src font-src frame-src worker-src child-src object-src form-action base-uri " +
    "frame-ancestors"
  ).split(" "),
);

/** The formats of report-uri, and of the Reporting API. */
const old = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
  }),
});
const current = z.array(
  z.object({ type: z.literal("csp-violation"), body: z.object({ effectiveDirective: z.string() }) }),
);

/** The format of our own pages (`app/ui/rescue.ts`). */
const failure = z.object({
  type: z.literal("page-failure"),
  body: z.object({
    fate: z.enum(["redrawn", "lost"]),
    error: z
      .string()
      .regex(/^[A-Z][A-Za-z]{0,40}\d{0,4}$/)
      .catch("other"),
    at: z
      .string()
      .regex(/^[\w.-]{1,60}:\d{1,6}:\d{1,7}$/)
      .optional()
      .catch(undefined),
  }),
});

/**
 * Accepts reports and keeps the directive's name: the rest, addresses above all, is the visitor's. Anybody can post
 * here, so an invalid report is answered like a valid one, and excess ones are dropped silently: other sites can make
 * our visitors post reports, which must not use up what these may post themselves.
 */
export function cspReports({
  log,
  metrics,
  reportLimits,
}: Pick<Services, "log" | "metrics" | "reportLimits">): Handler<ServerEnv> {
  let minute = 0;
  let lines = 0;
  return async (c) => {
    if (reportLimits.take(c.get("ip"))) return c.body(null, 204);
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, lines] = [now, 0];
    const text = await c.req.text();
    for (const directive of reported(text)) {
      metrics.cspReports.inc({ directive });
      if (lines++ < mostLinesInMinute) log("csp.violated", { directive });
    }
    const failed = z.tuple([failure]).safeParse(json(text)).data?.[0].body;
    if (failed) metrics.pageFailures.inc({ fate: failed.fate });
    if (failed && lines++ < mostLinesInMinute)
      log("page.failed", {
        outcome: failed.fate,
        error: failed.error,
        ...(failed.at && { code: failed.at }),
      });
    return c.body(null, 204);
  };
}

/** @returns the violated directives, by known names only */
export function reported(text: string): string[] {
  const body = json(text);
  const one = old.safeParse(body).data?.["csp-report"];
  const names = one
    ? [one["effective-directive"] ?? one["violated-directive"]?.split(" ")[0] ?? ""]
    : (current.safeParse(body).data ?? []).map((each) => each.body.effectiveDirective);
  return names.slice(0, mostInPost).map((name) => (directives.has(name) ? name : "other"));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
