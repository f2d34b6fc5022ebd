import { describe, expect, it } from "vitest";
import { thirdParties } from "../../../app/server/third-parties.ts";
import { readSettings } from "../../../services/settings/env.ts";

const from = (env: Record<string, string>, path = "/survey/c") => thirdParties(readSettings(env))(path);
const nobody = { scripts: [], connections: [], images: [] };

describe("whom pages may load from and call", () => {
  it("nobody, unless something is configured; an account alone loads nothing", () => {
    expect(from({})).toEqual(nobody);
    expect(from({ TRUSTEDFORM_API_KEY: "k", JORNAYA_ACCOUNT_CODE: "a" })).toEqual(nobody);
  });

  it.each<[Record<string, string>, Partial<typeof nobody> | object]>([
    [
      { EVERFLOW_TRACKING_DOMAIN: "www.example-tracking.com" },
      {
        scripts: ["https://www.example-tracking.com"],
        connections: ["https://www.example-tracking.com"],
      },
    ],
    [
      { TRUSTEDFORM_ENABLED: "on" },
      {
        scripts: ["https://api.trustedform.com", "https://cdn.trustedform.com"],
        connections: ["https://api.trustedform.com", "https://cdn.trustedform.com"],
        images: ["https://api.trustedform.com", "https://cdn.trustedform.com"],
      },
    ],
    [
      { JORNAYA_CAMPAIGN_KEY: "c" },
      {
        scripts: ["https://create.lidstatic.com"],
        connections: ["https://create.lidstatic.com", "https://create.leadid.com"],
        images: ["https://create.lidstatic.com", "https://create.leadid.com"],
      },
    ],
    [
      { RETREAVER_CAMPAIGN_KEY: "c" },
      { scripts: ["https://dist.routingapi.com"], connections: ["https://api.routingapi.com"] },
    ],
    [
      { RINGBA_TAG_ID: "CA1" },
      {
        scripts: ["https://b-js.ringba.com"],
        connections: ["https://b-js.ringba.com", "https://display.ringba.com"],
      },
    ],
    [
      {
        PUBLIC_IP_URL: "https://api.ipify.org?format=json",
        PUBLIC_IP_FALLBACK_URL: "https://www.cloudflare.com/cdn-cgi/trace",
      },
      { connections: ["https://api.ipify.org", "https://www.cloudflare.com"] },
    ],
    [
      { MEDIA_SCRIPT_URL: "https://media.example/x.js" },
      {
        scripts: ["https://media.example"],
        connections: ["https://media.example"],
        images: ["https://media.example"],
      },
    ],
    [{ TRACKING_PIXEL_URL: "https://pixel.example/p.gif?id=1" }, { images: ["https://pixel.example"] }],
    [
      { META_PIXEL_ID: "1234567890123456" },
      {
        scripts: ["https://connect.facebook.net"],
        connections: ["https://www.facebook.com"],
        images: ["https://www.facebook.com"],
      },
    ],
    [
      { TIKTOK_PIXEL_ID: "CSTUBPIXEL0123456789" },
      {
        scripts: ["https://analytics.tiktok.com"],
        connections: ["https://analytics.tiktok.com"],
        images: ["https://analytics.tiktok.com"],
      },
    ],
  ])("with %j", (env, expected) => {
    expect(from(env)).toEqual({ ...nobody, ...expected });
  });

  it("elsewhere than in surveys the call tracker alone", () => {
    const all = {
      META_PIXEL_ID: "1234567890123456",
      EVERFLOW_TRACKING_DOMAIN: "www.example-tracking.com",
      RETREAVER_CAMPAIGN_KEY: "c",
    };
    for (const path of ["/", "/contact/", "/privacy-policy/", "/survey-thank-you/", "/survey/unknown"]) {
      expect(from(all, path), path).toEqual(from({ RETREAVER_CAMPAIGN_KEY: "c" }));
    }
  });

  it("on a path with pixels of its own whom these need, and nobody for the others' sake", () => {
    const env = {
      META_PIXEL_ID: "1234567890123456",
      TRACKING_PIXEL_URL: "https://pixel.example/p.gif",
      PAGE_PIXELS: "/survey/ticket=meta:off,tracking:https://ticket.example/p.gif",
    };
    for (const path of ["/survey/ticket", "/survey/ticket/"]) {
      expect(from(env, path)).toEqual({ ...nobody, images: ["https://ticket.example"] });
    }
    expect(from(env, "/survey/a").images).toEqual(["https://www.facebook.com", "https://pixel.example"]);
  });

  it("the same pages are told the same", () => {
    const parties = thirdParties(readSettings({}));
    expect(parties("/survey/c")).toBe(parties("/survey/a"));
  });
});
