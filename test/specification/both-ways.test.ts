import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { variants } from "../../machines/registry.ts";
import { give, live } from "../journeys/survey-page.ts";
import type { Screen } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";
import { bodiesOf } from "./bodies.ts";
import { answerTo, asksSomething, type Given, walkSurvey } from "./survey-walk.ts";

/** Every survey with JavaScript and without: the same questions, the same lead, the same bodies at its receivers. */

const { site, it, journey } = siteInChromium({}, { TRUST_PROXY: "1", SITE_TIME_ZONE: "America/New_York" });

/** What belongs to one visit alone. */
const own =
  /^(ip_address|user_agent|ef_transaction_id|time_on_steps|lp_s2|message_id|page_referer|debug_id|lead_id)$/;

function comparable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.test(name)));
}

/** Branches besides the first option of each question: what most of a survey's other questions hang on. */
const second: Record<string, Given> = {
  AtFault: "yes",
  PendingDUICharges: "yes",
  HasLawyer: "yes",
  ConfirmationHasLawyer: "yes",
  DidYouRequireMedicalTreatment: "no",
  WasUserInjured: "No",
  WasUserInjuredVW3: "No",
};

/** What a way says of the questions that a survey has; an option it does not offer is not pressed. */
function givenFor(screen: Screen, way: Record<string, Given>): Given | undefined {
  const given = way[screen.step];
  return typeof given === "string" && !screen.html.includes(`value="${given}"`) ? undefined : given;
}

async function withoutScripts(path: string, way: Record<string, Given>) {
  return walkSurvey(site, path, (screen) => givenFor(screen, way));
}

async function withScripts(path: string, way: Record<string, Given>) {
  const before = new Set(storedLeads(site.databaseFile).map(({ id }) => id));
  const steps: string[] = [];
  let address = "";
  await journey(
    async ({ page }) => {
      await page.goto(`${site.url}${path}`);
      await live(page);
      for (let step = await stepOf(page); step; step = await stepAfter(page, step)) {
        const html = await page.content();
        if (!asksSomething(html)) break;
        steps.push(step);
        const screen = { step, html, status: 200, url: "", progress: "" };
        await give(page, visible(answerTo(screen, givenFor(screen, way))));
      }
      address = page.url();
    },
    { reducedMotion: "reduce" },
  );
  const found = () => storedLeads(site.databaseFile).find(({ id }) => !before.has(id));
  await waitFor("the lead", () => found() !== undefined || !/thank-you/.test(address));
  return { steps, lead: found(), address: new URL(address) };
}

/** A field of the answer without an input of its own, such as a date by its parts. */
function visible({ injury_date, ...answer }: Record<string, string>): Record<string, string> {
  return answer;
}

const stepOf = async (page: Page) => (await page.locator("main[data-step]").getAttribute("data-step")) ?? "";

/** The next step; '' on the thank-you page. */
async function stepAfter(page: Page, step: string): Promise<string> {
  const next = page.locator(`main[data-step]:not([data-step="${step}"])`);
  await Promise.race([next.waitFor(), page.waitForURL(/thank-you/)]);
  return /thank-you/.test(page.url()) ? "" : stepOf(page);
}

describe.each([...variants.keys()])("/survey/%s with JavaScript and without", (code) => {
  it.each([
    ["first answers", {}],
    ["other answers", second],
  ])("has the same questions, lead and bodies: %s", holds(2, 324, 464, 469), async (_way, way) => {
    const path = `/survey/${code}`;
    const plain = await withoutScripts(path, way);
    const live = await withScripts(path, way);
    expect(live.steps).toEqual(plain.steps);
    expect(live.address.pathname).toBe(plain.address.pathname);
    expect(Boolean(live.lead)).toBe(Boolean(plain.lead));
    if (!plain.lead || !live.lead) return;
    expect(comparable(live.lead.record)).toEqual(comparable(plain.lead.record));
    const [ofPlain, ofLive] = [await bodiesOf(site, plain.lead.id), await bodiesOf(site, live.lead.id)];
    expect(Object.keys(ofLive).sort()).toEqual(Object.keys(ofPlain).sort());
    for (const [destination, body] of Object.entries(ofPlain)) {
      expect(comparable(ofLive[destination]!), destination).toEqual(comparable(body));
    }
  });
});
