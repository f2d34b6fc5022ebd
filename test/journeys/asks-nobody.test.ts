import { describe, expect } from "vitest";
import { pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { foreign, idle, live, standAt, walk, walkBenefits } from "../support/survey-page.ts";

const others = during(startPageScripts);
const plain = siteForTests();
const { site, it } = siteInChromium(calm, () => pageScriptsEnv(others));

it("nothing is requested from anybody else unless configured, from the home page to the thanks", async ({
  page,
  context,
}) => {
  const asked = foreign(context, plain);
  for (const path of ["/", "/contact/"]) {
    await page.goto(plain.url + path, { waitUntil: "networkidle" });
  }
  const own: string[] = [];
  page.on("request", (request) => own.push(new URL(request.url()).pathname));
  await page.goto(`${plain.url}/survey/c`, { waitUntil: "networkidle" });
  await standAt(page, plain, "/survey/c?affid=7");
  await live(page);
  await walk(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  expect(own.filter((path) => path.includes("page-scripts"))).toEqual([]);
  expect(own.filter((path) => path.includes("island"))).not.toEqual([]);
});

describe("where everything is configured", holds("T33"), () => {
  it("the thank-you and legal pages request nothing from others", async ({ page, context }) => {
    const asked = foreign(context, site);
    for (const path of [
      "/survey-thank-you/?q=y",
      "/ticket-thank-you/",
      "/privacy-policy/",
      "/terms-of-use/",
    ]) {
      await page.goto(site.url + path, { waitUntil: "networkidle" });
      await page.locator("body").click({ position: { x: 1, y: 1 } });
      await idle(page);
      await page.waitForLoadState("networkidle");
      expect(asked, path).toEqual([]);
    }
  });

  it("nor does a survey that is opened where it has ended", async ({ page, context }) => {
    await walkBenefits(page, site);
    await page.waitForLoadState("networkidle");
    const asked = foreign(context, site);
    await page.reload();
    await live(page);
    await idle(page);
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
  });
});
