import { describe, expect } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { experimentsIn } from "../support/experiments-file.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";
import { folderWithReport } from "../support/what-if-report.ts";

const arms = ["plain", "round"].map((name) => ({ name, weight: 1 }));
const tried = {
  id: "buttons",
  about: "Rounder.",
  paths: ["/survey/c"],
  arms,
  control: "plain",
  metric: "leads",
};
const EXPERIMENTS_FILE = experimentsIn({
  salt: "sixteen letters!",
  experiments: [{ ...tried, start: "2026-11-01T00:00:00Z" }],
});
const settings = { ...withCharts, WHAT_IF_FOLDER: folderWithReport(), EXPERIMENTS_FILE };
const { site, it, journey } = siteInChromium({}, settings);

const answers = ["accident_date_button=Within+30+Days", "other_vehicle_type=Car", "at_Fault=no"]
  .map((answer) => `do=${encodeURIComponent(answer)}`)
  .join("&");
const pages = [
  "/graphs/",
  "/graphs/sign-in",
  "/graphs/c",
  "/graphs/dui?at=HasLawyer",
  "/graphs/v4nv?fold=main&at=fold:ActiveInsurancePolicy",
  "/graphs/v4nv?fold=main&layout=wide",
  "/graphs/v4nv?at=WasUserInjured->ActiveInsurancePolicy&find=lawyer",
  "/graphs/c/simulate",
  `/graphs/c/simulate?${answers}`,
  `/graphs/c/simulate?${answers}&at=1&do=nonsense`,
  "/graphs/one-page/simulate",
  "/graphs/c/simulate?to=place:PoliceReportFiled",
  "/graphs/linear-short/steps",
  "/graphs/c/screen?step=PhoneAndZip",
  "/graphs/alarms",
  "/graphs/compare",
  "/graphs/compare?before=c&after=a",
  "/graphs/c/numbers/breakdown?by=device&and=affiliate",
  "/graphs/c/numbers/over-time?data=simulated&step=hour",
  "/graphs/c/what-if",
  "/graphs/numbers?device=phone&by=offer",
  "/graphs/experiments",
  "/graphs/experiments/buttons",
  "/graphs/dui/what-if",
  "/graphs/c/numbers?at=AtFault",
  "/graphs/c/notes?place=AtFault",
  "/graphs/c/visits",
  "/graphs/c/visits?affiliate=7&affilate=7",
  "/graphs/c/visits/none",
];

describe.each([
  ["a phone", phone],
  ["a desk", desktop],
])("on %s", (_name, device) => {
  const mayRefuse = { ...device, allowed: [/status of 4(04|22)/] };
  it.each(pages)("%s is accessible and no wider than the window", (path) =>
    journey(async ({ page }) => {
      await signIn(page, site, path);
      for (const details of await page.locator("details").all()) {
        await details.evaluate((element) => element.setAttribute("open", ""));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
      await expectAccessible(page, path);
    }, mayRefuse),
  );
});
