import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findEntry, variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Step } from "../../machines/steps/step.ts";
import type { Variant } from "../../machines/variant.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import { everyQuestion } from "../machines/steps/questions.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import type { Look } from "../support/screens/screen.ts";
import { showWalk } from "../support/screens/show-walk.ts";
import { headersOf, type Walk, walkSettings, walksOf } from "../support/screens/walks.ts";
import { storedLeads } from "../support/store-reader.ts";
import { answer, live, stepOf } from "../support/survey-page.ts";
import { FormVisitor } from "../support/visitors.ts";
import { bodiesOf } from "./survey-walk.ts";

/**
 * Walks that together show every kind of step in each of its languages, with JavaScript and without: the same questions, the
 * same lead, the same bodies at its receivers. The browser comes in at the first step that shows something new, and axe looks
 * at each kind of screen on the way. Every page is walked by forms to each that follows it (test/paths/by-forms.test.ts).
 */

const { site, it, journey } = siteInChromium(calm, {
  ...walkSettings,
  "company.time-zone": "America/New_York",
});

/** A step's fields and their kinds, without its words: the browser's behaviour depends on nothing else. */
function kindOf({ kind, options = [], fields = [], consentForm, asksConsent }: Step): string {
  const looks = new Set(options.map(({ look }) => look ?? "button"));
  const asked = fields.map(({ kind, mask, required, onlyWhen }) => [kind, mask, required, onlyWhen?.field]);
  return JSON.stringify([kind, [...looks].sort(), asked, asksConsent, consentForm]);
}

/** The kinds of screens on a walk; its end may have none. */
const kindsOf = ({ variant, turns, end }: Walk) =>
  [...turns.map(({ step }) => step), end].map((name) => {
    const step = stepNamed(name, variant.machine);
    return step && `${kindOf(step)} in ${variant.language}`;
  });

/** A walk, and at which of its screens the browser comes in: the first that shows something new. */
type Begun = { walk: Walk; from: number };

/** The fewest walks that show everything: each shows most of what none before it does. */
function coveringWalks(): Begun[] {
  const left = [...variants.values()].flatMap((variant) => {
    const { walks, missed } = walksOf(variant);
    expect(missed, `steps of ${variant.code} that no walk comes to`).toEqual([]);
    return walks;
  });
  const shown = new Set<string | undefined>([undefined]);
  const chosen: Begun[] = [];
  const newIn = (walk: Walk) => kindsOf(walk).filter((kind) => !shown.has(kind));
  const begun = (walk: Walk) => ({ walk, from: kindsOf(walk).indexOf(newIn(walk)[0]) });
  const worth = (walk: Walk) => {
    const more = new Set(newIn(walk)).size;
    // A walk costs a page, and each of its questions.
    return more && more / (4 + walk.turns.length - begun(walk).from);
  };
  for (;;) {
    const [best] = left.sort((a, b) => worth(b) - worth(a));
    if (!best || worth(best) === 0) return chosen;
    chosen.push(begun(best));
    for (const kind of kindsOf(best).slice(chosen.at(-1)!.from)) shown.add(kind);
  }
}

const walks = coveringWalks();
const audited = new Set<string>();

/** Values that belong to one visit alone. */
const own =
  /^(ip_address|user_agent|ef_transaction_id|time_on_steps|lp_s2|message_id|page_referer|debug_id|lead_id)$/;

function comparable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.test(name)));
}

/** The screens of a walk, each with its progress, where it ended, and the lead that came of it, if any. */
async function whatComesOf(walked: (note: Note) => Promise<string>) {
  const before = new Set(storedLeads(site.databaseFile).map(({ id }) => id));
  const screens: string[] = [];
  const address = await walked((step, progress) => screens.push(`${step}: ${progress}`));
  const lead = storedLeads(site.databaseFile).find(({ id }) => !before.has(id));
  return { screens, end: new URL(address, site.url).pathname, lead };
}

/** The elements of a page, by their classes and attributes, however often and with any words. */
const elementsOf = (page: Page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll("body *, html")].map((element) =>
      [element.localName, element.getAttribute("class"), ...element.getAttributeNames()].join(" "),
    );
    return [document.documentElement.lang, ...new Set(made.sort())].join("\n");
  });

type Note = (step: string, progress: string) => void;

/** Begins a walk by forms alone. @param turns of it */
async function walkForms(walk: Walk, turns: Walk["turns"], note: Note): Promise<FormVisitor> {
  const visitor = new FormVisitor(site.url, (request) => {
    for (const header of Object.entries(headersOf(walk))) request.headers.set(...header);
    return fetch(request);
  });
  let screen = await visitor.open(walk.address);
  for (const { post } of turns) {
    note(screen.step, screen.progress);
    screen = await visitor.post(post);
  }
  return visitor;
}

const withoutScripts = (walk: Walk) =>
  whatComesOf(async (note) => {
    const { screen } = await walkForms(walk, walk.turns, note);
    if (screen.step) note(screen.step, screen.progress);
    return screen.url;
  });

const withScripts = ({ walk, from }: Begun) =>
  whatComesOf(async (note) => {
    let address = "";
    const look: Look = async (page, { step, language }) => {
      note(step!, (await page.locator("main").getAttribute("data-progress"))!);
      const kind = await elementsOf(page);
      if (!audited.has(kind)) await expectAccessible(page, `${step} in ${language}`);
      audited.add(kind);
      return false;
    };
    const walkIt = async ({ page }: { page: Page }) => {
      const rest = { ...walk, turns: walk.turns.slice(from) };
      if (from > 0) {
        const { cookies, screen } = await walkForms(walk, walk.turns.slice(0, from), note);
        await page
          .context()
          .addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url })));
        rest.address = screen.url;
      }
      await showWalk(page, site, rest, { look });
      address = page.url();
    };
    await journey(walkIt, { extraHTTPHeaders: headersOf(walk) });
    return address;
  });

const named = (begun: Begun) => {
  const { address, region = "", end, turns } = begun.walk;
  return [
    `${address} ${region} to ${end}, with JavaScript from ${turns[begun.from]!.step} on`,
    begun,
  ] as const;
};

describe.each(walks.map(named))("%s and without", (_name, begun) => {
  it("has the same accessible questions, lead and bodies", holds(2, 324, 464, 469), async () => {
    const plain = await withoutScripts(begun.walk);
    const live = await withScripts(begun);
    expect(live.screens).toEqual(plain.screens);
    expect(live.end).toBe(plain.end);
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

/** The data of a survey's first page. */
function firstPageOf({ variant }: { variant: Required<Variant> }) {
  const { code, machine, flow, language, progressStyle, film, scrollTo } = variant;
  const visit = openVisit(findEntry(`/survey/${code}`)!, {}, []);
  const asked = everyQuestion.findIndex(({ step }) => step === stepNamed(visit.step, machine));
  return [asked, flow, language, progressStyle, film, scrollTo].join();
}

it("is interactive in every survey with another beginning, too, and its first answer needs no other page", async ({
  page,
}) => {
  const alive = new Set(walks.filter(({ from }) => from === 0).map(({ walk }) => firstPageOf(walk)));
  for (const variant of variants.values()) {
    if (alive.has(firstPageOf({ variant }))) continue;
    alive.add(firstPageOf({ variant }));
    await page.goto(`${site.url}/survey/${variant.code}`);
    await live(page);
    const first = await stepOf(page);
    const documents: string[] = [];
    const note = (request: { isNavigationRequest(): boolean; url(): string }) =>
      request.isNavigationRequest() && documents.push(request.url());
    page.on("request", note);
    await answer(page);
    await page.locator(`main[data-step]:not([data-step="${first}"])`).waitFor();
    page.off("request", note);
    expect(documents, variant.code).toEqual([]);
  }
});
