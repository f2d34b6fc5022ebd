import type { Page } from "playwright-core";
import type { Language } from "../../../machines/steps/step.ts";
import type { Site } from "../site.ts";

/** How a page can be met besides at once: by another query, or by doing something on it. */
export type State = {
  state?: string;
  query?: string;
  language?: Language;
  /** Brings the opened page there. @returns what has to be put right once it was looked at */
  show?(page: Page, site: Site): Promise<undefined | (() => Promise<void>)>;
};

/** The states of the site's pages, by the page's name. */
export const furtherStates: Record<string, State[]> = {
  home: [{ state: "menu", show: (page) => openLists(page) }],
  contact: [
    { state: "errors", show: (page) => sendEmpty(page, "Send message") },
    { state: "sent", query: "?sent=1" },
  ],
  "es-contact": [
    { state: "errors", language: "es", show: (page) => sendEmpty(page, "Enviar mensaje") },
    { state: "sent", query: "?sent=1", language: "es" },
  ],
  "do-not-sell-my-information": [
    { state: "errors", show: (page) => sendEmpty(page, "Do not sell or share") },
    { state: "done", query: "?done=all" },
    { state: "done-here", query: "?done=browser" },
  ],
  "car-accident-laws-deadline": [{ state: "errors", show: (page) => sendEmpty(page, "Show my last day") }],
  "es-do-not-sell-my-information": [
    { state: "errors", language: "es", show: (page) => sendEmpty(page, "No vendan ni compartan") },
    { state: "done", query: "?done=all", language: "es" },
    { state: "done-here", query: "?done=browser", language: "es" },
  ],
  /** All of them: the rest of their query is for others to read. */
  "thank-you": [{ state: "es", query: "?lang=es", language: "es" }],
};

/** Opens the menu, where the window is narrow enough to have one, and a list in it. */
async function openLists(page: Page): Promise<undefined> {
  await page.locator("body").press("Shift");
  await page.locator("header[data-live]").waitFor();
  for (const summary of await page.locator("header summary").all()) {
    if (await summary.isVisible()) await summary.click();
  }
}

async function sendEmpty(page: Page, button: string): Promise<undefined> {
  await page.getByRole("button", { name: button }).click();
  await page.locator("[data-error-summary]").waitFor();
}
