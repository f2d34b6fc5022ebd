import { expect, it } from "vitest";
import { variants } from "../../../../machines/registry.ts";
import { axeFindings } from "../../../../test/support/axe.ts";
import { siteForTests } from "../../../../test/support/during.ts";
import { type EngineName, inEngine, picture } from "../../../../test/support/engines/in-engine.ts";
import { walk } from "../../../../test/support/engines/survey.ts";
import { storedLeads } from "../../../../test/support/store-reader.ts";

/** Surveys whose every screen is looked at by axe: between them they have each kind of question, in both languages. */
const looked = ["c", "v4nv-es", "one-page", "ticket"];

/** Walks every survey; a file for each engine, so that two run at a time. */
export function walkEverySurvey(name: EngineName): void {
  const site = siteForTests();
  inEngine(name, site, (visit) => {
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
}
