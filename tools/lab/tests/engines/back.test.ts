import { expect, it } from "vitest";
import { siteForTests } from "../../../../test/support/during.ts";
import type { Tab } from "../../../../test/support/engines/engine.ts";
import { inEveryEngine } from "../../../../test/support/engines/in-engine.ts";
import {
  atStep,
  back,
  type HowToWalk,
  next,
  stepOf,
  until,
  walk,
} from "../../../../test/support/engines/survey.ts";
import { storedLeads } from "../../../../test/support/store-reader.ts";

const site = siteForTests();

const goBack = (tab: Tab) => tab.evaluate(() => history.back());
const isThanked = (tab: Tab) =>
  until(
    tab,
    "the thanks",
    () => location.pathname === "/survey-thank-you/" && document.readyState === "complete",
  );

/** Which page, loaded when, at which entry of the history. */
const whereIs = () => `${performance.timeOrigin} ${JSON.stringify(history.state)}`;
const isElsewhere = (before: string) =>
  document.readyState === "complete" &&
  `${performance.timeOrigin} ${JSON.stringify(history.state)}` !== before;

inEveryEngine(site, (visit) => {
  it("the browser's Back goes one question back at a time, also after the page's Back", () =>
    visit(async (tab) => {
      await walk(tab, `${site.url}/survey/c`, { upTo: "WasUserInjured" });
      await tab.press(back);
      await atStep(tab, "AtFault");
      for (const step of ["OtherDriversVehicleType", "WhenWasTheAccident"]) {
        await goBack(tab);
        await atStep(tab, step);
      }
      expect(await tab.evaluate(() => "isTheSame" in window)).toBe(true);
    }));

  it.each<[where: string, how: HowToWalk, meanwhile: (tab: Tab) => Promise<unknown>]>([
    ["the middle", { upTo: "WasUserInjured" }, (tab) => tab.press(back)],
    ["an error", { upTo: "NameAndEmail" }, (tab) => tab.press(next)],
    ["the thanks", {}, async () => {}],
  ])("Back after Back leads from %s to the page before the survey", (_where, how, meanwhile) =>
    visit(async (tab) => {
      await tab.goto(`${site.url}/about/`);
      await walk(tab, `${site.url}/survey/c`, how);
      await meanwhile(tab);
      const entries = await tab.evaluate(() => history.length);
      for (let presses = 0; (await tab.evaluate(() => location.pathname)) !== "/about/"; presses++) {
        expect(presses).toBeLessThan(entries);
        const before = await tab.evaluate(whereIs);
        await goBack(tab);
        await until(tab, "another page or question", isElsewhere, before);
      }
    }),
  );

  it("the browser's Back leads from the thanks to the thanks, or to a kept page whose button does", () =>
    visit(async (tab) => {
      const before = storedLeads(site.databaseFile).length;
      await walk(tab, `${site.url}/survey/c`);
      for (let times = 0; times < 2; times++) {
        await goBack(tab);
        await until(tab, "a page", () => document.readyState === "complete");
        if ((await stepOf(tab)) === "PhoneAndZip") await tab.press(next);
        await isThanked(tab);
      }
      expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
    }));
});
