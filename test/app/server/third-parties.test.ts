import { describe, expect, it } from "vitest";
import { thirdParties } from "../../../app/server/answers/security-headers.ts";
import { type GivenSettings, settingsOf } from "../../support/files.ts";

const from = (env: GivenSettings, path = "/survey/c") => thirdParties(settingsOf(env))(path);
const nobody = { scripts: [], connections: [], images: [] };
/** Hosts that may run scripts, and be called. */
const running = (...hosts: string[]) => ({ scripts: hosts.slice(0, 1), connections: hosts });
/** Who may do all three. */
const trusted = (...hosts: string[]) => ({ scripts: hosts, connections: hosts, images: hosts });

describe("whom pages may load from and call", () => {
  it("are nobody unless something is configured; an account alone loads nothing", () => {
    expect(from({})).toEqual(nobody);
    expect(from({ TRUSTEDFORM_API_KEY: "k", JORNAYA_ACCOUNT_CODE: "a" })).toEqual(nobody);
  });

  it.each<[GivenSettings, Partial<typeof nobody> | object]>([
    [{ "scripts.everflow-domain": "www.example-tracking.com" }, running("https://www.example-tracking.com")],
    [{ "scripts.trustedform": "on" }, trusted("https://api.trustedform.com", "https://cdn.trustedform.com")],
    [
      { "scripts.jornaya-campaign": "c" },
      {
        ...trusted("https://create.lidstatic.com", "https://create.leadid.com"),
        scripts: ["https://create.lidstatic.com"],
      },
    ],
    [
      { "scripts.retreaver-campaign": "c" },
      { scripts: ["https://dist.routingapi.com"], connections: ["https://api.routingapi.com"] },
    ],
    [{ "scripts.ringba-tag": "CA1" }, running("https://b-js.ringba.com", "https://display.ringba.com")],
    [
      {
        "scripts.public-ip": "https://api.ipify.org?format=json",
        "scripts.public-ip-fallback": "https://www.cloudflare.com/cdn-cgi/trace",
      },
      { connections: ["https://api.ipify.org", "https://www.cloudflare.com"] },
    ],
    [{ "pixels.media": "https://media.example/x.js" }, trusted("https://media.example")],
    [{ "pixels.tracking": "https://pixel.example/p.gif?id=1" }, { images: ["https://pixel.example"] }],
    [
      { "pixels.meta": "1234567890123456" },
      { ...trusted("https://www.facebook.com"), scripts: ["https://connect.facebook.net"] },
    ],
    [{ "pixels.tiktok": "CSTUBPIXEL0123456789" }, trusted("https://analytics.tiktok.com")],
  ])("with %j", (env, expected) => {
    expect(from(env)).toEqual({ ...nobody, ...expected });
  });

  it("elsewhere than in surveys the call tracker alone", () => {
    const all = {
      "pixels.meta": "1234567890123456",
      "scripts.everflow-domain": "www.example-tracking.com",
      "scripts.retreaver-campaign": "c",
    };
    for (const path of ["/", "/contact/", "/privacy-policy/", "/survey-thank-you/", "/survey/unknown"]) {
      expect(from(all, path), path).toEqual(from({ "scripts.retreaver-campaign": "c" }));
    }
  });

  it("are, on a path with pixels of its own, only those that these pixels need", () => {
    const env = {
      "pixels.meta": "1234567890123456",
      "pixels.tracking": "https://pixel.example/p.gif",
      pages: {
        "/survey/ticket": { pixels: { meta: "off", tracking: "https://ticket.example/p.gif" } },
      },
    };
    for (const path of ["/survey/ticket", "/survey/ticket/"]) {
      expect(from(env, path)).toEqual({ ...nobody, images: ["https://ticket.example"] });
    }
    expect(from(env, "/survey/a").images).toEqual(["https://www.facebook.com", "https://pixel.example"]);
  });

  it("are the same for the same pages", () => {
    const parties = thirdParties(settingsOf({}));
    expect(parties("/survey/c")).toBe(parties("/survey/a"));
  });
});
