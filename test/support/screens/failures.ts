import type { Page } from "playwright-core";
import { type Site, startSite } from "../site.ts";
import { change, holdWriteLock } from "../store-reader.ts";
import type { State } from "./page-states.ts";

/** What visitors see when something fails on our side, each on a site of its own that fails so. */
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
