import { describe, expect, it } from "vitest";
import { thirdParties } from "../../../app/server/answers/security-headers.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { pagesIn } from "../../support/files.ts";

const from = (env: Record<string, string>, path = "/survey/c") => thirdParties(readSettings(env))(path);
const nobody = { scripts: [], connections: [], images: [] };
/** Whom a script of the first calls. */
const running = (...hosts: string[]) => ({ scripts: hosts.slice(0, 1), connections: hosts });
/** Who may do all three. */
const trusted = (...hosts: string[]) => ({ scripts: hosts, connections: hosts, images: hosts });

describe("whom pages may load from and call", () => {
  it("nobody, unless something is configured; an account alone loads nothing", () => {
    expect(from({})).toEqual(nobody);
    expect(from({ TRUSTEDFORM_API_KEY: "k", JORNAYA_ACCOUNT_CODE: "a" })).toEqual(nobody);
  });

  it.each<[Record<string, string>, Partial<typeof nobody> | object]>([
    [{ EVERFLOW_TRACKING_DOMAIN: "www.example-tracking.com" }, running("https://www.example-tracking.com")],
    [{ TRUSTEDFORM_ENABLED: "on" }, trusted("https://api.trustedform.com", "https://cdn.trustedform.com")],
    [
      { JORNAYA_CAMPAIGN_KEY: "c" },
      {
        ...trusted("https://create.lidstatic.com", "https://create.leadid.com"),
        scripts: ["https://create.lidstatic.com"],
      },
    ],
    [
      { RETREAVER_CAMPAIGN_KEY: "c" },
      { scripts: ["https://dist.routingapi.com"], connections: ["https://api.routingapi.com"] },
    ],
    [{ RINGBA_TAG_ID: "CA1" }, running("https://b-js.ringba.com", "https://display.ringba.com")],
    [
      {
        PUBLIC_IP_URL: "https://api.ipify.org?format=json",
        PUBLIC_IP_FALLBACK_URL: "https://www.cloudflare.com/cdn-cgi/trace",
      },
      { connections: ["https://api.ipify.org", "https://www.cloudflare.com"] },
    ],
    [{ MEDIA_SCRIPT_URL: "https://media.example/x.js" }, trusted("https://media.example")],
    [{ TRACKING_PIXEL_URL: "https://pixel.example/p.gif?id=1" }, { images: ["https://pixel.example"] }],
    [
      { META_PIXEL_ID: "1234567890123456" },
      { ...trusted("https://www.facebook.com"), scripts: ["https://connect.facebook.net"] },
    ],
    [{ TIKTOK_PIXEL_ID: "CSTUBPIXEL0123456789" }, trusted("https://analytics.tiktok.com")],
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
      PAGES_FILE: pagesIn({
        "/survey/ticket": { pixels: { meta: "off", tracking: "https://ticket.example/p.gif" } },
      }),
    };
    for (const path of ["/survey/ticket", "/survey/ticket/"]) {
      expect(from(env, path)).toEqual({ ...nobody, images: ["https://ticket.example"] });
    }
    expect(from(env, "/survey/a").images).toEqual(["https://www.facebook.com", "https://pixel.example"]);
  });

  it("the same pages get the same", () => {
    const parties = thirdParties(readSettings({}));
    expect(parties("/survey/c")).toBe(parties("/survey/a"));
  });
});
