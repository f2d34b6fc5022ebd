import { expect, it } from "vitest";
import { siteForTests } from "../../../../test/support/during.ts";
import { inEveryEngine } from "../../../../test/support/engines/in-engine.ts";
import { atStep, back, next, stepOf, until, walk } from "../../../../test/support/engines/survey.ts";
import { storedLeads } from "../../../../test/support/store-reader.ts";

const site = siteForTests();
const scripts = false;

inEveryEngine(
  site,
  (visit) => {
    it("a survey is answered by plain forms: an empty one is explained, Back goes back, the lead is stored", () =>
      visit(async (tab) => {
        const upTo = "NameAndEmail";
        await walk(tab, `${site.url}/survey/c`, { upTo, scripts });
        await tab.press(back);
        await atStep(tab, "IncidentDescription");
        await tab.evaluate(() => history.back());
        await atStep(tab, upTo);
        await tab.press(next);
        await until(tab, "the summary", () => document.querySelector("[data-error-summary]") !== null);
        expect(await stepOf(tab)).toBe(upTo);
        const before = storedLeads(site.databaseFile).length;
        await walk(tab, `${site.url}/survey/c`, { scripts });
        expect(await tab.evaluate(() => location.pathname)).toMatch(/thank-you/);
        expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
      }));
  },
  { scripts },
);
