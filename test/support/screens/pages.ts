import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Page } from "playwright-core";
import { states } from "../../../app/site/articles/states.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { surveyPaths } from "../../../remix.config.js";
import { brought } from "../features.ts";
import { type Site, startSite } from "../site.ts";
import { change, holdWriteLock } from "../store-reader.ts";
import type { Look, Screen } from "./screen.ts";

/** A page of the site, in one of its states. */
export type SitePage = Screen & Pick<State, "show">;

/** The pages of the charts and the console have tests of their own: visitors never see them. */
const isForStaff = (path: string) => /^(graphs|console)\b/.test(path);

/** The guides to the states look the same: two that say more, a no-fault state and one without amounts are enough. */
const lookedAt = ["TX", "CA", "FL", "NH"];
const alike = new Set(
  states.filter(({ code }) => !lookedAt.includes(code)).map(({ path }) => path.slice(1, -1)),
);

/** Every page except the surveys', in every state. A page is what the built site routes to a component. */
export async function sitePages(): Promise<SitePage[]> {
  const { routes } = (await import(pathToFileURL("build/server/index.js").href)) as ServerBuild;
  const paths = Object.values(routes)
    .filter(({ id, module }) => id !== "root" && "default" in module)
    .map(({ path = "" }) => path)
    .filter((path) => path !== "*" && !surveyPaths.includes(path) && !isForStaff(path) && !alike.has(path))
    .sort();
  const unknown = paths.find((path) => /[:*]/.test(path));
  if (unknown)
    throw new Error(`test/support/screens/pages.ts has to say which addresses show the route ${unknown}.`);
  return [
    ...paths.flatMap(statesOf),
    page("not-found", "/nowhere"),
    page("survey-not-found", "/survey/nowhere"),
    page("es-not-found", "/es/nowhere", { language: "es" }),
    ...failures.map(({ name, ...state }) => page(name, "/", state)),
  ];
}

/** A page as it is first met, and in its further states. */
function statesOf(path: string): SitePage[] {
  const name = path.replaceAll("/", "-") || "home";
  const address = path ? `/${path}/` : "/";
  const language = path.startsWith("es/") ? "es" : "en";
  const further = furtherStates[name.includes("thank-you") ? "thank-you" : name] ?? [];
  return [{ language } as State, ...further].map((state) => page(name, address, state));
}

function page(
  name: string,
  path: string,
  { state = "first", query = "", language = "en", show }: State = {},
) {
  return { group: "pages", name, state, language, address: path + query, show } satisfies SitePage;
}

/** Shows a page of the site in one of its states. */
export async function showPage(shown: Page, site: Site, { show, ...screen }: SitePage, look: Look) {
  await shown.goto(site.url + screen.address);
  const restore = await show?.(shown, site);
  try {
    await look(shown, screen);
  } finally {
    await restore?.();
  }
}

/** Visitors' pages for failures on our side, each on a site of its own that fails so. */
export const failures: (State & { name: string })[] = [
  { name: "error-500", show: onItsOwn(showMistake) },
  { name: "error-503", show: onItsOwn(showBusyStore) },
  { name: "error-413", show: onItsOwn(showTooLong) },
];

function onItsOwn(fail: (page: Page, site: Site) => Promise<void>) {
  return async (page: Page) => {
    const site = await startSite();
    await fail(page, site);
    return site.close;
  };
}

/** A table is gone: nothing that we foresee. */
async function showMistake(page: Page, site: Site) {
  // The browser is looked up in the store once it has a cookie.
  await page.goto(`${site.url}/survey/c`);
  change(site.databaseFile, (database) => database.exec("alter table visits rename to lost"));
  await page.goto(`${site.url}/survey/c`);
}

/** Another writer has the store for longer than a visitor's form waits. */
async function showBusyStore(page: Page, site: Site) {
  const release = holdWriteLock(site.databaseFile);
  await withoutScripts(page);
  await page.goto(`${site.url}/survey/c`);
  await page.locator("button[name=option]").first().click();
  await page.getByRole("heading", { level: 1, name: "Please wait a moment" }).waitFor();
  release();
}

/** More than a form may post; without scripts, which would not let it. */
async function showTooLong(page: Page, site: Site) {
  await withoutScripts(page);
  await page.goto(`${site.url}/contact/`);
  await page.locator("[name=message]").fill("Too long. ".repeat(7000));
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("more than this form can take").waitFor();
}

async function withoutScripts(page: Page): Promise<void> {
  await page.route("**/*.js", (route) => route.abort());
}

/** How a page can be met besides at once: by another query, or by doing something on it. */
export type State = {
  state?: string;
  query?: string;
  language?: Language;
  /** Brings the opened page into this state. @returns what has to be restored afterwards */
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
  "es-do-not-sell-my-information": [
    { state: "errors", language: "es", show: (page) => sendEmpty(page, "No vendan ni compartan") },
    { state: "done", query: "?done=all", language: "es" },
    { state: "done-here", query: "?done=browser", language: "es" },
  ],
  /** All of them: the rest of their query is for other programs. */
  "thank-you": [{ state: "es", query: "?lang=es", language: "es" }],
  ...Object.assign({}, ...brought.map(({ looks }) => looks?.({ sendEmpty }))),
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
