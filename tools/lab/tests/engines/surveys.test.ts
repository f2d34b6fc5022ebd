import { expect, it } from "vitest";
import { variants } from "../../../../machines/registry.ts";
import { axeFindings } from "../../../../test/support/axe.ts";
import { siteForTests } from "../../../../test/support/during.ts";
import type { Tab } from "../../../../test/support/engines/engine.ts";
import { inEveryEngine, picture } from "../../../../test/support/engines/in-engine.ts";
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

/** Surveys whose every screen is looked at by axe: between them they have each kind of question, in both languages. */
const looked = ["c", "v4nv-es", "one-page", "ticket"];

const site = siteForTests();

inEveryEngine(site, (visit, name) => {
  it.each([...variants])("%s is answered to its end as one page, its lead stored", (code, { entries }) =>
    visit(async (tab) => {
      // Benefits ends without a lead (ruling 102).
      const before = storedLeads(site.databaseFile).length;
      const look = async (step: string) => {
        const { violations } = await axeFindings(tab);
        expect(violations, `what axe finds on ${step}`).toEqual([]);
        await picture(tab, name, `${code}-${step}`);
      };
      const [path] = Object.keys(entries);
      await walk(tab, site.url + path, looked.includes(code) ? { look } : {});
      expect(storedLeads(site.databaseFile)).toHaveLength(code === "benefits" ? before : before + 1);
    }),
  );
});

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
  it("the browser's Back goes one question back at a time, even after the page's Back", () =>
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

  it("the browser's Back leads from the thanks to the thanks, or to a cached page whose button does", () =>
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

inEveryEngine(
  site,
  (visit) => {
    it("a survey is answered by plain forms: an empty one is explained, Back goes back, the lead is stored", () =>
      visit(async (tab) => {
        const upTo = "NameAndEmail";
        await walk(tab, `${site.url}/survey/c`, { upTo, scripts: false });
        await tab.press(back);
        await atStep(tab, "IncidentDescription");
        await tab.evaluate(() => history.back());
        await atStep(tab, upTo);
        await tab.press(next);
        await until(tab, "the summary", () => document.querySelector("[data-error-summary]") !== null);
        expect(await stepOf(tab)).toBe(upTo);
        const before = storedLeads(site.databaseFile).length;
        await walk(tab, `${site.url}/survey/c`, { scripts: false });
        expect(await tab.evaluate(() => location.pathname)).toMatch(/thank-you/);
        expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
      }));
  },
  { scripts: false },
);
