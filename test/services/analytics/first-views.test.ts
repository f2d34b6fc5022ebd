import { describe, expect, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { countViews, isVisitor, viewCounter } from "../../../services/analytics/first-views.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { ViewCount } from "../../../services/store/rows.ts";
import { holds } from "../../support/holds.ts";
import { desktop, phone } from "../../support/seen-views.ts";

describe("counting", () => {
  const hourMs = 3_600_000;
  const began = Date.UTC(2026, 10, 24, 9);
  const entry = findEntry("/survey/c")!;
  const day = (at: number) => Math.floor(at / (24 * hourMs));
  const arm = { experiment: "cta", name: "large", version: "12345678", flags: "" };
  const look = (affid: string, at = began, more: object = {}) => ({
    entry,
    arrival: { path: entry.path, query: { affid, s1: "a-click" }, referer: "", device: "phone", ...more },
    at,
  });
  const byAffiliate = (counts: readonly ViewCount[]) =>
    counts.map(({ source, hour, views }) => [source.affiliate, hour - began / hourMs, views]);

  describe("counting first views", () => {
    it("adds up equal views within an hour, without a sub id", () => {
      const counter = viewCounter({ settings: {}, day });
      for (const at of [0, 1, hourMs - 1, hourMs]) counter.seen(look("7", began + at));
      counter.seen(look("8"));
      const counts = counter.take();
      expect(byAffiliate(counts)).toEqual([
        ["7", 0, 3],
        ["7", 1, 1],
        ["8", 0, 1],
      ]);
      expect(counts[0]!.source).toMatchObject({ variant: "c", subId: "", scripts: "", simulated: false });
      expect(counter.take()).toEqual([]);
    });

    it(
      "uses no more memory for made-up sources, and counts on by survey, device and arm",
      holds("T134"),
      () => {
        const counter = viewCounter({ settings: {}, day, most: 100 });
        for (let number = 0; number < 10_000; number++) {
          counter.seen(look(`made-up-${number}`, began, number % 2 ? { arm } : {}));
          // Stored counts make no room meanwhile.
          if (number === 5_000) expect(counter.take()).toHaveLength(102);
        }
        const counts = counter.take();
        expect(counts.map(({ source, views }) => [source.affiliate, source.flags, views])).toEqual([
          ["(other)", "experiment:cta/large,drawn:12345678", 2_500],
          ["(other)", "", 2_499],
        ]);
        counter.seen(look("made-up-1", began, { arm }));
        counter.seen(look("another"));
        counter.seen(look("another", began + hourMs));
        expect(byAffiliate(counter.take())).toEqual([
          ["made-up-1", 0, 1],
          ["(other)", 0, 1],
          ["another", 1, 1],
        ]);
      },
    );

    it("counts a thousand sources an hour separately, and no more", holds("T134"), () => {
      const counter = viewCounter({ settings: {}, day });
      for (let number = 0; number < 1_400; number++) counter.seen(look(`made-up-${number}`));
      const counts = byAffiliate(counter.take());
      expect(counts).toHaveLength(1_001);
      expect(counts.find(([affiliate]) => affiliate === "(other)")).toEqual(["(other)", 0, 400]);
    });

    it("keeps what the store rejected for the next time, and the rest at the stop", async () => {
      const kept: ViewCount[] = [];
      let isDown = true;
      const store = {
        async add(counts: readonly ViewCount[]) {
          if (isDown) throw new Error("away");
          kept.push(...counts);
        },
      };
      const settings = { sharedCacheSeconds: 0 };
      const views = countViews({ store, settings, day, log: silentLog });
      views.seen(look("7"));
      await views.stop();
      isDown = false;
      views.seen(look("7"));
      await views.stop();
      expect(byAffiliate(kept)).toEqual([["7", 0, 2]]);
    });
  });

  const asked = (headers: object) => isVisitor((name) => (headers as Record<string, string>)[name]);

  it.each([phone, desktop, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"])(
    "a visitor: %s",
    (agent) => {
      expect(asked({ "User-Agent": agent })).toBe(true);
    },
  );

  it.each([
    { "User-Agent": "" },
    { "User-Agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
    { "User-Agent": "WhatsApp/2.23.20.0" },
    { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "User-Agent": "python-requests/2.32" },
    { "User-Agent": `${desktop} HeadlessChrome/140.0` },
    { "User-Agent": desktop.padEnd(1_001, "x") },
    { "User-Agent": desktop, Purpose: "prefetch" },
    { "User-Agent": phone, "X-Purpose": "preview" },
    { "User-Agent": desktop, "Sec-Purpose": "prefetch;prerender" },
  ])("no visitor: %j", (headers) => {
    expect(asked(headers)).toBe(false);
  });
});
