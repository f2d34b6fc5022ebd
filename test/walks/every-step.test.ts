import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Variant } from "../../machines/variant.ts";
import { callOf, topState } from "../../machines/visit/replay.ts";
import { fillIn } from "../journeys/fill-in.ts";
import { atStep, live } from "../journeys/survey-page.ts";
import { allSuites } from "../model/all-suites.ts";
import { explore } from "../model/graph.ts";
import type { Model } from "../model/model.ts";
import { screenCover } from "../model/state-cover.ts";
import { type Turn, turnsOf } from "../paths/turns.ts";
import { expectAccessible } from "../support/axe.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";

/** Where the state is told by a proxy and the date of birth is asked, so that every step can be met. */
const settings = { REGION_HEADER: "X-Region", DATE_OF_BIRTH_STATES: "CA" };
const calm = { reducedMotion: "reduce" as const };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(settings), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** A chart whose services answer as the stubs and what is built in do; a description may tell either. */
function served(model: Model): Model {
  return {
    ...model,
    casesAt(snapshot) {
      const cases = model.casesAt(snapshot);
      const call = callOf(snapshot);
      if (!call) return cases;
      return call === "readDescription"
        ? cases.filter(({ label }) => !failures.test(label))
        : cases.slice(0, 1);
    },
  };
}

const failures = /unavailable|timeout/;

/** A path walks abstract states; the description has to be one that is read as the path says. */
function told(turns: Turn[]): Turn[] {
  return turns.map((turn) => {
    const read = turn.outcomes.find((outcome) => outcome.call === "readDescription");
    if (!read) return turn;
    const hit = "output" in read && (read.output as { hit_and_run: string }).hit_and_run === "yes";
    const case_description = hit
      ? "It was a hit and run, the driver left the scene of the crash."
      : "A truck hit my car from behind at a red light.";
    return { ...turn, post: { ...turn.post, case_description } };
  });
}

/** Where a variant shows all of its steps that have an address: in each world its chart can tell apart. */
function visitsOf({ code }: Required<Variant>) {
  const { suites } = allSuites.find((each) => each.code === code)!;
  return suites
    .filter(({ isNew }) => isNew)
    .map(({ world, model }) => {
      const query = new URLSearchParams(world.arrival.query);
      return { address: `${world.entry.path}?${query}`, region: world.arrival.region, model: served(model) };
    });
}

/** Steps that no first address of their variant leads to, or only a service that answers with garbage. */
const unseen: Record<string, string[]> = {
  v4nv: ["AutoAccidentCaseWorth"],
  "v4nv-es": ["AutoAccidentCaseWorth"],
  "v4nv-1to1": ["AutoAccidentCaseWorth", "PhoneAbbreviatedTCPA"],
  "v4nv-d1": ["AutoAccidentCaseWorth"],
  "v4nv-d2": ["AutoAccidentCaseWorth"],
  "v4nv-x1": ["AutoAccidentCaseWorth"],
};

const audited = new Set<string>();

describe.each([...variants.values()])("variant $code in a browser", (variant) => {
  it("shows every step there is, and comes to its end", async () => {
    const isScreen = (name: string) => stepNamed(name, variant.code) !== undefined;
    const seen = new Set(unseen[variant.code]);
    for (const { address, region, model } of visitsOf(variant)) {
      for (const path of screenCover(explore(model), isScreen)) {
        if (path.every(({ to }) => seen.has(topState(to.snapshot)) || !isScreen(topState(to.snapshot))))
          continue;
        for (const { from, to } of path) for (const each of [from, to]) seen.add(topState(each.snapshot));
        await walk({ address, region }, told(turnsOf(path)), topState(path.at(-1)!.to.snapshot));
      }
    }
    const missed = Object.keys(variant.machine.root.states).filter(
      (name) => isScreen(name) && !seen.has(name),
    );
    expect(missed).toEqual([]);
  });

  async function walk({ address, region }: { address: string; region?: string }, turns: Turn[], end: string) {
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
      },
      { ...calm, extraHTTPHeaders: region ? { "X-Region": region } : {} },
    );
  }
});
