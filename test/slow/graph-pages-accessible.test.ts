import { describe, expect } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);

const answers = ["accident_date_button=Within+30+Days", "other_vehicle_type=Car", "at_Fault=no"]
  .map((answer) => `do=${encodeURIComponent(answer)}`)
  .join("&");
const pages = [
  "/graphs/",
  "/graphs/sign-in",
  "/graphs/c",
  "/graphs/dui?at=HasLawyer",
  "/graphs/v4nv?at=WasUserInjured->ActiveInsurancePolicy&find=lawyer",
  "/graphs/c/simulate",
  `/graphs/c/simulate?${answers}`,
  `/graphs/c/simulate?${answers}&at=1&do=nonsense`,
  "/graphs/one-page/simulate",
  "/graphs/linear-short/steps",
  "/graphs/c/screen?step=PhoneAndZip",
  "/graphs/compare",
  "/graphs/compare?before=c&after=a",
];

describe.each([
  ["a phone", phone],
  ["a desk", desktop],
])("on %s", (_name, device) => {
  it.each(pages)("%s is accessible and no wider than the window", (path) =>
    journey(async ({ page }) => {
      await signIn(page, site, path);
      for (const details of await page.locator("details").all()) {
        await details.evaluate((element) => element.setAttribute("open", ""));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
      await expectAccessible(page, path);
    }, device),
  );
});
