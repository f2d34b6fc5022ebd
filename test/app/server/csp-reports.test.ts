import { Hono } from "hono";
import { afterEach, expect, it, vi } from "vitest";
import type { ServerEnv } from "../../../app/server/context.ts";
import { cspReports } from "../../../app/server/endpoints/csp-reports.ts";
import type { PostLimits } from "../../../services/guard/allowances.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";

afterEach(() => void vi.useRealTimers());

it("ten reports of one post are counted, and thirty are logged in a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 });
  const metrics = createMetrics();
  const lines: string[] = [];
  const app = new Hono<ServerEnv>().post(
    "/",
    cspReports({
      log: (event) => void lines.push(event),
      metrics,
      reportLimits: { take: () => null } as unknown as PostLimits,
    }),
  );
  const many = Array(200).fill({ type: "csp-violation", body: { effectiveDirective: "img-src" } });
  const post = () => app.request("/", { method: "POST", body: JSON.stringify(many) });
  for (let posts = 0; posts < 5; posts++) expect((await post()).status).toBe(204);
  expect(await metrics.text()).toContain('claimpath_csp_reports_total{directive="img-src"} 50');
  expect(lines).toEqual(Array(30).fill("csp.violated"));
  vi.setSystemTime(1_700_000_060_000);
  await post();
  expect(lines).toHaveLength(40);
});
