import type { Page } from "playwright-core";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Site } from "../site.ts";
import { atStep, back, live, settled } from "../survey-page.ts";
import type { Answer } from "../visitors.ts";
import { type Hands, touch } from "./hands.ts";
import { type Look, type Screen, withFlags } from "./screen.ts";
import type { Walk } from "./walks.ts";

export type HowToWalk = {
  look: Look;
  /** Page flags besides the walk's own. */
  flags?: readonly string[];
  /** Taps the screen unless told otherwise. */
  hands?: Hands;
};

/**
 * Walks a survey to its end and shows every screen on the way: each step as it is first shown, with errors and
 * answered; the overlay while the lead is sent, and what is there when that fails. Needs a fresh context.
 */
export async function showWalk(page: Page, site: Site, walk: Walk, how: HowToWalk): Promise<void> {
  const { look, flags = [], hands = touch } = how;
  const address = withFlags(walk.address, flags);
  await page.goto(site.url + address);
  await live(page);
  for (const { step, post, outcomes } of walk.turns) {
    await atStep(page, step);
    const screen = screenOf(walk, address, step);
    const all = await look(page, screen);
    if (all && (await refuse(page, walk.variant, step))) await look(page, { ...screen, state: "errors" });
    if (all && outcomes.some(({ call }) => call === "postLead")) {
      await showSending(page, screen, look, () => hands.answer(page, post));
      continue;
    }
    await hands.answer(page, post);
    if (!all || !(await comeBack(page, step, hands))) continue;
    await look(page, { ...screen, state: "answered" });
    await hands.answer(page, post);
  }
  if (!stepNamed(walk.end, walk.variant.machine)) {
    await page.waitForURL((url) => url.pathname === walk.variant.thankYou);
    return;
  }
  await atStep(page, walk.end);
  await look(page, screenOf(walk, address, walk.end));
}

/** A step as it is first shown; it is numbered by its place in the chart. */
export function screenOf({ variant }: Walk, address: string, step: string): Screen {
  const { code, language, machine } = variant;
  const steps = Object.keys(machine.root.states).filter((name) => stepNamed(name, machine));
  const place = String(steps.indexOf(step) + 1).padStart(2, "0");
  return { group: code, name: `${place}-${step}`, state: "first", language, address, step };
}

/** Goes back to a step from the next one, where that lets one. */
async function comeBack(page: Page, step: string, { goBack }: Hands): Promise<boolean> {
  await page.locator(`main:not([data-step="${step}"])`).waitFor();
  if ((await back(page).count()) === 0) return false;
  await goBack(page);
  await atStep(page, step);
  return true;
}

/** Sends the step on screen empty, or with an invalid date. @returns false where the step accepts that */
async function refuse(page: Page, { machine }: Pick<Variant, "machine">, name: string): Promise<boolean> {
  const step = stepNamed(name, machine)!;
  const asks = step.options?.length || step.fields?.some(({ required }) => required !== false);
  if (!asks || step.kind === "end") return false;
  if (step.kind === "when") {
    await page.locator("main details").evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    for (const [field, value] of Object.entries(refused.WhenWasTheAccident!)) {
      await page.locator(`main [name=${field}]`).fill(value);
    }
  }
  // No button sends a choice without choosing: only a lost script, or an old browser, does.
  await page.locator("form[data-question]").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.locator("[data-error-summary]").waitFor();
  return true;
}

/** Shows the overlay, or the busy button, while the lead is sent, and the notice when it could not be; then has it sent. */
async function showSending(page: Page, screen: Screen, look: Look, answer: () => Promise<void>) {
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/post-lead", (route) => failed.then(() => route.abort()), { times: 1 });
  await answer();
  await page.locator("form[inert], main[data-progress='100'] button[aria-busy]").waitFor();
  await settled(page);
  await look(page, { ...screen, state: "sending" });
  fail();
  await page.locator("form:not([inert]) [data-notice]").waitFor();
  await look(page, { ...screen, state: "unsent" });
  await answer();
}

/** An answer that is refused, for each kind of step that can refuse one. */
export const refused: Record<string, Answer> = {
  WhenWasTheAccident: { injury_month: "6", injury_day: "31", injury_year: "2025" },
  IncidentDescription: { case_description: "Too short." },
  NameAndEmail: { firstName: "", lastName: "Rivera", email: "ana@mailinator" },
  PhoneAndZip: { phone: "", zip_code: "9" },
};
