import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import type { Tab } from "../support/engines/engine.ts";
import { inEveryEngine } from "../support/engines/in-engine.ts";
import { atStep, back, stepOf, until, walk } from "../support/engines/survey.ts";
import { storedLeads } from "../support/store-reader.ts";

const site = siteForTests();

const goBack = (tab: Tab) => tab.evaluate(() => history.back());
const isThanked = (tab: Tab) =>
  until(
    tab,
    "the thanks",
    () => location.pathname === "/survey-thank-you/" && document.readyState === "complete",
  );

inEveryEngine(site, (visit) => {
  it("the browser's Back goes on from where the page's Back leads", () =>
    visit(async (tab) => {
      await walk(tab, `${site.url}/survey/c`, { upTo: "WasUserInjured" });
      await tab.press(back);
      await atStep(tab, "AtFault");
      await goBack(tab);
      await atStep(tab, "OtherDriversVehicleType");
      expect(
        await tab.evaluate(() => document.querySelector<HTMLButtonElement>("[data-chosen]")?.value),
      ).toBeTruthy();
    }));

  it("the browser's Back leads from the thanks to the thanks, never to a second lead", () =>
    visit(async (tab) => {
      const before = storedLeads(site.databaseFile).length;
      await walk(tab, `${site.url}/survey/c`);
      for (let times = 0; times < 2; times++) {
        await goBack(tab);
        await isThanked(tab);
      }
      expect(await stepOf(tab)).toBe("");
      expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
    }));
});
