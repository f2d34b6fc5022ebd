import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLog, type LogFields, lineInWords, pathOnly } from "../../../services/observe/log.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { timed } from "../../../services/providers/monitored-port.ts";
import type { Store } from "../../../services/store/store.ts";
import { holds } from "../../support/holds.ts";

describe("the log", () => {
  function logged(event: string, fields?: LogFields): string {
    const lines: string[] = [];
    createLog(
      (line) => lines.push(line),
      () => new Date("2026-01-02T03:04:05.678Z"),
    )(event, fields);
    expect(lines).toHaveLength(1);
    return lines[0]!;
  }

  describe("createLog", () => {
    it("writes one JSON line", () => {
      const line = logged("request", {
        requestId: "r-1",
        method: "GET",
        path: "/survey/vw",
        status: 200,
        ms: 3.4,
      });
      expect(line.endsWith("\n")).toBe(true);
      expect(JSON.parse(line)).toEqual({
        at: "2026-01-02T03:04:05.678Z",
        event: "request",
        requestId: "r-1",
        method: "GET",
        path: "/survey/vw",
        status: 200,
        ms: 3,
      });
    });

    it("is readable in a terminal, without what only searches need", () => {
      const fields = {
        requestId: "r-1",
        method: "GET",
        path: "/survey/vw",
        status: 200,
        ms: 3.4,
        variant: "c",
      };
      expect(lineInWords(logged("request", fields))).toMatch(
        /^\d\d:\d\d:05 request GET \/survey\/vw 200 3 ms variant=c\n$/,
      );
      expect(lineInWords(logged("provider", { provider: "zip-lookup", mode: "off" }))).toBe("");
    });

    it("drops fields that are not on its list", () => {
      const fields = { status: 200, email: "pat@example.com", body: { phone: "2125550142" } } as LogFields;
      expect(Object.keys(JSON.parse(logged("request", fields)))).toEqual(["at", "event", "status"]);
    });

    it.each([
      { step: "pat@example.com" },
      { outcome: "Pat Example" },
      { error: "no such column: 'Pat'" },
      { detail: "Pat was hit" as "stopped" },
      { status: "Pat" as unknown as number },
      { leadId: { toString: () => "Pat" } as unknown as string },
    ])("omits text that does not look like its field: %o", (fields) => {
      expect(logged("request", fields)).not.toMatch(/pat/i);
    });

    it("nor as an event", () => {
      expect(JSON.parse(logged("pat@example.com")).event).toBe("?");
    });

    it.each(['"', "\\", "\t"])("a masked address that begins with %j is written as it is", (first) => {
      const fields = { maskedEmail: `${first}***@mail.example`, fault: 'say "x"' };
      expect(JSON.parse(logged("refused", fields))).toMatchObject(fields);
    });

    it("no text breaks out of its line", holds("T24"), () => {
      const anything = fc.string({ unit: "binary" });
      fc.assert(
        fc.property(anything, anything, (text, path) => {
          const line = logged(text, { path, requestId: text, step: text });
          expect(line.slice(0, -1)).not.toMatch(/[\r\n\u2028\u2029]/);
          expect(() => JSON.parse(line)).not.toThrow();
        }),
      );
    });
  });

  describe("pathOnly", () => {
    it.each([
      ["/thank-you?email=pat@example.com&phone=2125550142", "/thank-you"],
      ["/a#b?c", "/a"],
      ["?q=1", ""],
      ["/pat@example.com/x", "/…/x"],
      ["/call/2125550142", "/call/…"],
      ["/caf%C3%A9", "/…"],
      ["/a\r\nb", "/…"],
      ["/survey/v4nv-es", "/survey/v4nv-es"],
      ["/assets/entry.client-Bx1_9.js", "/assets/entry.client-Bx1_9.js"],
    ])("%j becomes %j", (address, path) => expect(pathOnly(address)).toBe(path));

    it("is short", () => expect(pathOnly("/a".repeat(1000)).length).toBeLessThanOrEqual(200));
  });
});

/** Every metric, those that need a store included. */
function allMetrics() {
  const metrics = createMetrics();
  const outbox = {
    depth: async () => [
      { destination: "a", status: "waiting", count: 2, oldestAt: 1_000 },
      { destination: "a", status: "parked", count: 1, oldestAt: 500 },
    ],
  } as unknown as Store["outbox"];
  const pauses = { list: async () => [{ destination: "a", at: 31_000 }] };
  const consentLog = { unsealedSince: async () => 1_000 };
  const bookkeeping = { behind: async () => ({ books: { since: 59_000 }, reader: { since: undefined } }) };
  metrics.addFloodGauge({ isFlooded: () => true });
  metrics.addWaitingGauge(() => 3);
  metrics.addLostLeadsGauge(() => 0);
  metrics.addStoreGauges(
    { outbox, pauses, consentLog, bookkeeping, ready: async () => true, size: async () => 4_096 },
    () => 61_000,
  );
  return metrics;
}

describe("metrics", () => {
  it("show the outbox's depth and the age of its oldest message", async () => {
    const text = await allMetrics().text();
    expect(text).toContain('claimpath_outbox_messages{destination="a",status="parked"} 1\n');
    expect(text).toMatch(/oldest_seconds\{destination="a"\} 60\n(?!claimpath)/);
    expect(text).toContain('claimpath_pause_seconds{destination="a"} 30\n');
    expect(text).toContain("claimpath_store_ready 1\n");
    expect(text).toContain("claimpath_consents_unsealed_seconds 60\n");
    expect(text).toContain('claimpath_sales_behind_seconds{step="books"} 2\n');
    expect(text).toContain('claimpath_sales_behind_seconds{step="reader"} 0\n');
    expect(text).toContain("claimpath_store_bytes 4096\n");
    expect(text).toContain("claimpath_flooded 1\n");
  });

  const pauses = { list: async () => [] };
  const consentLog = { unsealedSince: async () => undefined };
  const bookkeeping = { behind: () => Promise.reject(new Error("down")) };
  const never = () => new Promise<never>(() => {});
  it.each([
    ["does not answer", never, never],
    ["fails", () => Promise.reject(new Error("down")), async () => false],
  ])("say the store is not ready, and omit its contents, when it %s", async (_, depth, ready) => {
    const metrics = createMetrics();
    const outbox = { depth } as never;
    metrics.addStoreGauges({ outbox, pauses, consentLog, bookkeeping, ready, size: never }, () => 0);
    const text = await metrics.text();
    expect(text).toContain("claimpath_store_ready 0\n");
    expect(text).not.toMatch(/^claimpath_(outbox|store_bytes|sales_behind)/m);
  });

  it("forget an outbox that has been emptied", async () => {
    const metrics = createMetrics();
    const counts = [[{ destination: "a", status: "waiting", count: 2, oldestAt: 0 }], []];
    const outbox = { depth: async () => counts.shift()! } as never;
    const store = { outbox, pauses, consentLog, bookkeeping, ready: async () => true, size: async () => 0 };
    metrics.addStoreGauges(store, () => 0);
    expect(await metrics.text()).toContain('claimpath_outbox_messages{destination="a",status="waiting"} 2\n');
    expect(await metrics.text()).not.toMatch(/^claimpath_outbox/m);
  });

  it("count calls by their outcome", async () => {
    const metrics = createMetrics();
    await timed(metrics, "zip-lookup", async () => "place");
    const failing = timed(metrics, "zip-lookup", () =>
      Promise.reject(new ProviderFailure("timeout", "late")),
    );
    await expect(failing).rejects.toThrow("late");
    const text = await metrics.text();
    for (const outcome of ["answered", "timeout"]) {
      expect(text).toContain(`_seconds_count{provider="zip-lookup",outcome="${outcome}"} 1\n`);
    }
  });
});

/** They write metrics of their own, for Prometheus' node_exporter. */
const writers = ["claimpath-backup.service", "claimpath-archive"].map((name) =>
  readFileSync(`docs/production/${name}`, "utf8"),
);

describe.each(["docs/alerts.yml", "docs/dashboard.json"])("%s", (file) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const named = [...new Set(text.match(/claimpath_\w+/g))];
  const exported = async () =>
    [...(await allMetrics().text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  const isHistogram = (name: string) => name.endsWith("_duration_seconds");

  it("names existing metrics only", async () => {
    const written = writers.flatMap((text) => text.match(/claimpath_\w+_timestamp_seconds/g)!);
    const series = (await exported()).flatMap((name) =>
      isHistogram(name) ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    series.push(...written);
    expect(named.filter((name) => !series.includes(name))).toEqual([]);
  });

  it("leaves none out", async () => {
    const base = named.map((name) => name.replace(/_(bucket|count|sum)$/, ""));
    expect((await exported()).filter((name) => !base.includes(name))).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("the dashboard is JSON with a query in every panel", () => {
    const { panels } = JSON.parse(
      readFileSync(new URL("../../../docs/dashboard.json", import.meta.url), "utf8"),
    ) as { panels: { targets: { expr: string }[] }[] };
    expect(panels.length).toBeGreaterThan(8);
    for (const { targets } of panels)
      expect(targets.every(({ expr }) => expr.includes("claimpath_"))).toBe(true);
  });
});
