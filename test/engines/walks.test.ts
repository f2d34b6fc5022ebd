import { expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { axeFindings } from "../support/axe.ts";
import { siteForTests } from "../support/during.ts";
import { inEveryEngine, picture } from "../support/engines/in-engine.ts";
import { walk } from "../support/engines/survey.ts";
import { storedLeads } from "../support/store-reader.ts";

const site = siteForTests();
/** Surveys whose every screen is looked at by axe: between them they have each kind of question, in both languages. */
const looked = ["c", "v4nv-es", "one-page", "ticket"];

inEveryEngine(site, (visit, name) => {
  it.each([...variants])("%s is answered to its end as one page, its lead stored", (code, { entries }) =>
    visit(async (tab) => {
      const before = storedLeads(site.databaseFile).length;
      const look = async (step: string) => {
        const { violations } = await axeFindings(tab);
        expect(violations, `what axe finds on ${step}`).toEqual([]);
        await picture(tab, name, `${code}-${step}`);
      };
      const [path] = Object.keys(entries);
      await walk(tab, site.url + path, looked.includes(code) ? { look } : {});
      expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
    }),
  );
});
