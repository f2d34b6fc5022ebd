import type { Page } from "playwright-core";
import { startSite } from "../../test/support/site.ts";
import { change, holdWriteLock } from "../../test/support/store-reader.ts";
import type { State } from "./page-states.ts";

/** What visitors see when something fails on our side, each on a site of its own that fails so. */
export const failures: (State & { name: string })[] = [
  { name: "error-500", show: showMistake },
  { name: "error-503", show: showBusyStore },
  { name: "error-413", show: showTooLong },
];

/** A table is gone: nothing that we foresee. */
async function showMistake(page: Page) {
  const site = await startSite();
  // The browser is looked up in the store once it has a cookie.
  await page.goto(`${site.url}/survey/c`);
  change(site.databaseFile, (database) => database.exec("alter table visits rename to lost"));
  await page.goto(`${site.url}/survey/c`);
  return site.close;
}

/** Another writer has the store for longer than a visitor's form waits. */
async function showBusyStore(page: Page) {
  const site = await startSite();
  const release = holdWriteLock(site.databaseFile);
  await withoutScripts(page);
  await page.goto(`${site.url}/survey/c`);
  await page.locator("button[name=option]").first().click();
  await page.getByRole("heading", { level: 1, name: "Please wait a moment" }).waitFor();
  release();
  return site.close;
}

/** More than a form may post; without scripts, which would not let it. */
async function showTooLong(page: Page) {
  const site = await startSite();
  await withoutScripts(page);
  await page.goto(`${site.url}/contact/`);
  await page.locator("[name=message]").fill("Too long. ".repeat(7000));
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("more than this form takes").waitFor();
  return site.close;
}

async function withoutScripts(page: Page): Promise<void> {
  await page.route("**/*.js", (route) => route.abort());
}
