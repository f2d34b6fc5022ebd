import { findEntry } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { plainAnswers } from "../answers.ts";
import type { Answer } from "../visitors.ts";
import { waitFor } from "../wait-for.ts";
import type { Tab } from "./engine.ts";

/** Waits until a question about the page is answered by yes; a page that is being left answers nothing. */
export function until<Argument>(
  tab: Tab,
  what: string,
  question: (argument: Argument) => boolean,
  argument?: Argument,
): Promise<void> {
  return waitFor(what, () => tab.evaluate(question, argument).catch(() => false)).catch(
    async (error: Error) => {
      throw new Error(`${error.message}; ${await tab.evaluate(whereItIs).catch(String)}`);
    },
  );
}

/** The page's state when a wait failed: the focus, and its notices. */
function whereItIs(): string {
  const said = [...document.querySelectorAll("[role=alert], [role=status], [aria-invalid=true]")];
  const { localName, id } = document.activeElement ?? {};
  return [
    `${location.pathname}${location.search} is ${document.readyState}`,
    `its focus is on ${localName}#${id}`,
    ...said.map((part) => `${part.localName}#${part.id} says "${part.textContent}"`),
  ].join("; ");
}

/** The step on screen; empty where the page is no survey. */
export const stepOf = (tab: Tab) => tab.evaluate(() => document.querySelector("main")?.dataset.step ?? "");

export const atStep = (tab: Tab, step: string) =>
  until(tab, step, (wanted) => document.querySelector("main")?.dataset.step === wanted, step);

/** Waits until the island has hydrated the page; React marks the elements that it manages. */
export const live = (tab: Tab, form = "form[data-question]") =>
  until(
    tab,
    "the island",
    (at) => Object.keys(document.querySelector(at) ?? {}).some((key) => key.startsWith("__reactProps")),
    form,
  );

/** Waits until the page has all that its survey needs: typed answers sent before go to the server by a plain form. */
const whole = (tab: Tab) =>
  until(tab, "the island's later parts", () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return ["later", "typed"].every((part) => loaded.some((name) => name.includes(`/assets/${part}-`)));
  });

export const next = "button[name=intent][value=next]:not([aria-hidden])";
export const back = "button[name=intent][value=back]";

/** Answers the question on screen: presses a button, or fills in each field. */
export async function give(tab: Tab, answer: Answer): Promise<void> {
  if (answer.option) return tab.press(`button[name=option][value="${answer.option}"]`);
  for (const [name, value] of Object.entries(answer)) {
    const field = `main [name="${name}"]`;
    const kind = await tab.evaluate((at) => {
      const element = document.querySelector<HTMLInputElement>(at)!;
      return element.localName === "input" ? element.type : element.localName;
    }, field);
    if (kind === "radio") await tab.press(`${field}[value="${value}"] + span`);
    else if (kind === "select") await tab.choose(field, value);
    else await tab.type(field, value);
  }
  await tab.press(next);
}

/** How a survey is walked. */
export type HowToWalk = {
  /** Answers that differ from the plain ones, by step. */
  given?: Record<string, Answer>;
  /** The step to stop at; without one the survey is sent. */
  upTo?: string;
  /** Is called at each step. */
  look?: (step: string) => Promise<void>;
  /** False where no scripts run. */
  scripts?: boolean;
};

/**
 * Opens a survey and answers it up to the thank-you page, or the screen that is its end; with scripts it stays one page
 * to its last answer.
 */
export async function walk(
  tab: Tab,
  url: string,
  { given = {}, upTo, look, scripts = true }: HowToWalk = {},
): Promise<void> {
  const { code, machine } = findEntry(new URL(url).pathname)!.variant;
  const plain = plainAnswers(code);
  await tab.goto(url);
  if (scripts) {
    await live(tab);
    await whole(tab);
  }
  await tab.evaluate(() => {
    Object.assign(window, { isTheSame: true });
  });
  for (let step = await stepOf(tab); step !== "" && step !== upTo; step = await stepOf(tab)) {
    if (scripts && !(await tab.evaluate(() => "isTheSame" in window)))
      throw new Error(`${step} came with a new page`);
    await look?.(step);
    if (stepNamed(step, machine)?.kind === "end") return;
    await give(tab, given[step] ?? plain(step));
    await until(tab, `what follows ${step}`, isAfter, step);
    if (scripts) await until(tab, `the focus after ${step}`, hasMoved);
  }
}

/** True once a step's heading has the focus: it scrolls then, and a press before that would miss its button. */
function hasMoved(): boolean {
  return !document.querySelector("main")?.dataset.step || document.activeElement?.localName === "h1";
}

/** True at another step, and at the thank-you page once all of it is there. */
function isAfter(left: string): boolean {
  const step = document.querySelector("main")?.dataset.step;
  return (
    document.readyState === "complete" && (step ? step !== left : location.pathname.includes("thank-you"))
  );
}
