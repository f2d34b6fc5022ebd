import { describe, expect, it } from "vitest";
import { fill } from "../../../machines/messages/fill.ts";
import { verdictWords } from "../../../services/features/verdicts/words/index.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { plainAnswers } from "../../support/answers.ts";
import { calm, siteInChromium } from "../../support/browser.ts";
import { siteForTests } from "../../support/during.ts";
import type { Site } from "../../support/site.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { answer, live } from "../../support/survey-page.ts";
import { answerUpTo, FormVisitor } from "../../support/visitors.ts";

const { because, ways } = inLanguage(verdictWords, "en").visitor;
const lawyer = `${because.lawyer} ${ways.lawyer}`;
const limit = fill(because.limit, { state: "California", years: "2 years" });
const address = "/survey/one-page";
const last = `${address}?step=Disqualified`;
const old = { injury_month: "3", injury_day: "4", injury_year: "2023" };

/** As if each visitor had taken as long as a person: nobody waits here. */
const takeTime = ({ databaseUrl }: Pick<Site, "databaseUrl">) =>
  sqlOn(databaseUrl, `update leads set signs = '{"tookMs":60000,"trapFilled":false}'`);
const saidOn = (html: string) => /<p[^>]* data-why[^>]*>([^<]*)</.exec(html)?.[1];

let persons = 0;
const anyone = (more: object) => {
  persons += 1;
  return { email: `last-${persons}@example.com`, phone: `(213) 555-0${String(300 + persons)}`, ...more };
};

it("the words for visitors have nothing that HTML escapes, since a script takes them out of a page", () => {
  for (const { visitor } of Object.values(verdictWords)) {
    const { because, ways } = visitor;
    const said = [...Object.values(because), ...Object.values(ways)].flatMap((each) =>
      typeof each === "string" ? each : Object.values(each),
    );
    expect(said.length).toBeGreaterThan(5);
    for (const words of said) expect(words).toMatch(/^[^<>&"']+$/);
  }
});

describe("the last screen of the one-page survey", () => {
  const saying = siteForTests({ "company.say-what-decided": "on" });
  const silent = siteForTests({});
  const turnedAway = async (site: Site, more: object) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(address);
    await answerUpTo(visitor, "one-page", "Disqualified", anyone(more));
    return visitor;
  };

  it.each([
    [{ with_Lawyer: "yes" }, lawyer],
    [old, limit],
  ])(
    "says why it turns a visitor away who gave %j, without scripts, to that browser alone",
    async (more, words) => {
      const visitor = await turnedAway(saying, more);
      expect(saidOn(visitor.screen.html), "haste is a suspicion, of which nothing is said").toBe(undefined);
      await takeTime(saying);
      expect(saidOn((await visitor.open(last)).html)).toBe(words);
      expect(saidOn((await new FormVisitor(saying.url).open(last)).html), "another browser").toBe(undefined);
    },
  );

  it("says it to a browser without cookies, too, in the answer to its form", async () => {
    const visitor = new FormVisitor(saying.url, async (request) => {
      request.headers.delete("cookie");
      return await fetch(request);
    });
    const form = await visitor.open(address);
    const answers = plainAnswers("one-page", anyone({ with_Lawyer: "yes" }))("OnePageSurvey");
    expect(saidOn((await visitor.post(answers)).html), "haste is a suspicion").toBe(undefined);
    await takeTime(saying);
    // Sent once more, as by a second press.
    visitor.screen = form;
    expect(saidOn((await visitor.post(answers)).html)).toBe(lawyer);
  });

  it("says nothing of a lead that looks suspicious, or where the owner has not switched it on", async () => {
    const odd = await turnedAway(saying, { with_Lawyer: "yes", firstName: "Xzqwrtk" });
    await takeTime(saying);
    expect(saidOn((await odd.open(last)).html)).toBe(undefined);
    const plain = await turnedAway(silent, { with_Lawyer: "yes" });
    await takeTime(silent);
    const { html, step } = await plain.open(last);
    expect([step, saidOn(html), html.includes('"why"')]).toEqual(["Disqualified", undefined, false]);
  });
});

describe("a browser with scripts, which comes to the last screen by itself,", () => {
  const { site, it } = siteInChromium(calm, { "company.say-what-decided": "on" });

  it("asks the server why, and shows it", async ({ page }) => {
    await page.route(`**${last}`, async (route) => {
      await takeTime(site);
      await route.continue();
    });
    await page.goto(site.url + address);
    await live(page);
    await answer(page, { OnePageSurvey: anyone({ with_Lawyer: "yes" }) });
    await page.locator('main[data-step="Disqualified"] [data-why]').waitFor();
    expect(await page.locator("[data-why]").textContent()).toBe(lawyer);
  });
});
