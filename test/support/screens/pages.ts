import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Page } from "playwright-core";
import { states } from "../../../app/site/articles/states.ts";
import { surveyPaths } from "../../../remix.config.js";
import type { Site } from "../site.ts";
import { failures } from "./failures.ts";
import { furtherStates, type State } from "./page-states.ts";
import type { Look, Screen } from "./screen.ts";

/** A page of the site, in one of its states. */
export type SitePage = Screen & Pick<State, "show">;

/** The pages of the charts and the console are looked at by tests of their own: visitors never see them. */
const isForStaff = (path: string) => /^(graphs|console)\b/.test(path);

/** The guides to the states look the same: two that say more, a no-fault state and one without amounts are enough. */
const lookedAt = ["TX", "CA", "FL", "NH"];
const alike = new Set(
  states.filter(({ code }) => !lookedAt.includes(code)).map(({ path }) => path.slice(1, -1)),
);

/** Every page but the surveys', in every state. What the built site routes to a component is a page. */
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
