import type { Page } from "playwright-core";
import { languages } from "../../../services/words/languages.ts";
import type { Site } from "../site.ts";
import { live } from "../survey-page.ts";
import { touch } from "./hands.ts";
import { withFlags } from "./screen.ts";
import { type HowToWalk, screenOf, showWalk } from "./show-walk.ts";
import type { Walk } from "./walks.ts";

const asksPhone = ({ turns }: Walk) => turns.findIndex(({ post }) => post.phone);

/** The walks, one in each language, whose survey is to show what all surveys can show besides their steps. */
export function oneOfEachLanguage(walks: readonly Walk[]): Walk[] {
  return languages.flatMap(
    (language) => walks.find((walk) => walk.variant.language === language && asksPhone(walk) > 0) ?? [],
  );
}

/**
 * Shows a survey's parts besides its steps: the notice that answers have expired, and the modal that verifies a phone
 * number, with a code on its way, with an invalid code and without one. Needs a fresh context.
 */
export async function showBesides(page: Page, site: Site, walk: Walk, how: HowToWalk): Promise<void> {
  const { look, flags = [], hands = touch } = how;
  const index = asksPhone(walk);
  const { step, post } = walk.turns[index]!;
  const lost = new URL(withFlags(walk.address, flags), site.url);
  lost.searchParams.set("step", step);
  await page.goto(lost.href);
  await live(page);
  await look(page, { ...screenOf(walk, walk.address, walk.turns[0]!.step), state: "expired" });

  let sent = true;
  await page.route("**/api/phone-code/send", (route) => route.fulfill({ json: { sent, at: 0, now: 0 } }));
  // Only a path's own configuration switches codes on.
  await page.route(`${site.url}/**`, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('"verifyPhone":false', '"verifyPhone":true');
    return route.fulfill({ response, body });
  });
  const verified = { ...how, look: async () => false };
  await showWalk(page, site, { ...walk, turns: walk.turns.slice(0, index), end: step }, verified);
  const screen = screenOf(walk, withFlags(walk.address, flags), step);
  const dialog = page.getByRole("dialog");
  await hands.answer(page, post);
  await dialog.locator("input").waitFor();
  await look(page, { ...screen, state: "code" });
  await dialog.locator("form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await dialog.locator("[aria-invalid]").waitFor();
  await look(page, { ...screen, state: "code-errors" });
  await page.keyboard.press("Escape");
  sent = false;
  await hands.answer(page, post);
  await dialog.locator("form").waitFor({ state: "detached" });
  await look(page, { ...screen, state: "code-unsent" });
}
