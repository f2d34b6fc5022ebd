import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { isHitAndRun } from "../../machines/rules/hit-and-run.ts";
import { pageFlags } from "../../machines/rules/page-flags.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyInput } from "../../machines/survey.ts";
import type { Variant } from "../../machines/variant.ts";
import { topState } from "../../machines/visit/replay.ts";
import { explore } from "../model/graph.ts";
import { callOf, everyEntry, type Model, modelAt } from "../model/model.ts";
import { screenCover } from "../model/state-cover.ts";
import { describePath } from "../model/suite.ts";
import { type Turn, turnsOf } from "../paths/turns.ts";
import { expectAccessible } from "../support/axe.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { fillIn } from "./fill-in.ts";
import { atStep, live } from "./survey-page.ts";

/** Where the state is told by a proxy and the date of birth is asked, so that every step can be met. */
const settings = { REGION_HEADER: "X-Region", DATE_OF_BIRTH_STATES: "CA" };
const region = "CA";
const calm = { reducedMotion: "reduce" as const, extraHTTPHeaders: { "X-Region": region } };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(settings), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** A chart whose services answer as the stubs and what is built in do. */
function served(model: Model, input: Partial<SurveyInput>): Model {
  return {
    ...model,
    input: { ...model.input, ...input },
    casesAt(snapshot) {
      const cases = model.casesAt(snapshot);
      const call = callOf(snapshot);
      if (!call) return cases;
      if (call !== "readDescription") return cases.slice(0, 1);
      const told = isHitAndRun(snapshot.context.answers.case_description ?? "");
      return cases.filter(({ label }) => label === (told ? "hit and run" : "no hit and run"));
    },
  };
}

/** The addresses at which a variant shows all of its steps: with and without its last steps combined. */
function visitsOf({ code, machine }: Required<Variant>) {
  const entry = everyEntry.find(({ variant }) => variant.code === code)!;
  const settled = { region, settings: { dateOfBirthStates: [region] } };
  const flags = "AllPii" in machine.root.states ? ["", "combinedLastStep"] : [""];
  return flags.map((flag) => ({
    address: `${entry.path}${flag && `?flags=${flag}`}`,
    model: served(modelAt(entry), { ...settled, flags: pageFlags(flag, entry.defaults.flags) }),
  }));
}

const audited = new Set<string>();

describe.each([...variants.values()])("variant $code in a browser", (variant) => {
  it("shows every step there is, and comes to its end", { timeout: 120_000 }, async () => {
    const isScreen = (name: string) => stepNamed(name, variant.code) !== undefined;
    const seen = new Set<string>();
    for (const { address, model } of visitsOf(variant)) {
      for (const path of screenCover(explore(model), isScreen)) {
        if (path.every(({ to }) => seen.has(topState(to.snapshot)) || !isScreen(topState(to.snapshot))))
          continue;
        for (const { from, to } of path) for (const each of [from, to]) seen.add(topState(each.snapshot));
        await walk(address, turnsOf(path), topState(path.at(-1)!.to.snapshot), describePath(path));
      }
    }
  });

  async function walk(address: string, turns: Turn[], end: string, description: string) {
    await journey(
      browser,
      async ({ page }) => {
        await page.goto(site.url + address);
        await live(page);
        for (const { step, post } of turns) {
          await atStep(page, step);
          const screen = `${step} in ${variant.language}`;
          if (!audited.has(screen)) await expectAccessible(page, screen);
          audited.add(screen);
          await fillIn(page, post);
        }
        if (stepNamed(end, variant.code)) await atStep(page, end);
        else await page.waitForURL((url) => url.pathname === variant.thankYou);
        expect(await page.locator("h1").innerText(), description).not.toBe("");
      },
      calm,
    );
  }
});
