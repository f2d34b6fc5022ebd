import type { Page } from "playwright-core";
import { settled } from "../../test/journeys/survey-page.ts";
import type { Look, Screen } from "./screen.ts";

/** Shows the overlay, or the busy button, while the lead is sent, and the notice when it could not be; then has it sent. */
export async function showSending(page: Page, screen: Screen, look: Look, answer: () => Promise<void>) {
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
  await page.locator("form:not([inert]) > [role=status] > p").waitFor();
  await look(page, { ...screen, state: "unsent" });
  await answer();
}
