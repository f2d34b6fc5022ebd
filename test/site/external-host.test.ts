import { describe, expect, it, onTestFinished } from "vitest";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { addressOf, startSite } from "../support/site.ts";

async function start(settings: Record<string, string>): Promise<string> {
  const site = await startSite({ stubs: false, ...settings });
  onTestFinished(site.close);
  return addressOf(site);
}

/** What a survey's page that was asked for like this says of its host, and whether search engines may list it. */
async function isExternalHost(url: string, headers: Record<string, string>) {
  const { text } = await send(url, "/survey/c", { headers });
  const isExternal = text.includes('"isExternalHost":true');
  expect(text.includes('name="robots" content="noindex"')).toBe(isExternal);
  expect(text.includes('rel="canonical"')).toBe(!isExternal);
  return isExternal;
}

describe("a survey under another host's name", () => {
  it("is not listed where the site's own name is known", holds(208), async () => {
    const url = await start({ SITE_ORIGIN: "https://site.test" });
    expect(await isExternalHost(url, { Host: "other.test" })).toBe(true);
    expect(await isExternalHost(url, { Host: "site.test" })).toBe(false);
    expect(await isExternalHost(url, { Host: "SITE.test:443" })).toBe(false);
  });

  it("is known by what the proxy forwards, for it may ask under any name itself", holds(208), async () => {
    const url = await start({ SITE_ORIGIN: "https://site.test", TRUST_PROXY: "1" });
    const inner = { Host: "127.0.0.1:3000", "X-Forwarded-For": "192.0.2.1" };
    expect(await isExternalHost(url, inner)).toBe(false);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "other.test" })).toBe(true);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "site.test" })).toBe(false);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "a b" })).toBe(false);
  });

  it("is the site's own where no SITE_ORIGIN is given", holds(208), async () => {
    expect(await isExternalHost(await start({}), { Host: "other.test" })).toBe(false);
  });
});
