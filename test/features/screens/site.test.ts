import { expect } from "vitest";
import { desktop, phone, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { Documents, pageFaults } from "../../support/faults.ts";
import { send } from "../../support/send.ts";

const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, withCharts);

const textOf = (html: string) => html.replaceAll("&amp;", "&");
async function open(path: string) {
  const { text } = await send(site.url, path, { headers: { Authorization: `Bearer ${chartsToken}` } });
  return { html: text };
}

it("every screen of a survey is shown in the requested language and theme, in frames", async () => {
  const { html } = await open("/graphs/linear-short/steps?language=es&flags=theme:v12");
  const frames = [...html.matchAll(/<iframe src="([^"]*)"[^>]*>/g)];
  expect(frames.every(([frame]) => /loading="lazy"/.test(frame) && /inert=""/.test(frame))).toBe(true);
  const [first, refused] = [frames[0]!, frames.find(([, address]) => address!.includes("option%3Achoose"))!];
  const shown = await open(textOf(first[1]!));
  expect(shown.html).toMatch(/<html[^>]*lang="es"/);
  expect(shown.html).toMatch(/<html[^>]*data-theme="v12"/);
  expect(shown.html).toMatch(/<main[^>]*data-step="WhenWasTheAccident"/);
  expect((await open(textOf(refused[1]!))).html).toMatch(/role="alert"|aria-invalid="true"/);
});

it("the frames of all screens take no focus, and are the requested ones", async ({ page }) => {
  await signIn(page, site, `/graphs/linear-short/steps`);
  await page.getByLabel("Language").selectOption("Spanish");
  await page.getByLabel("Theme").selectOption("v12");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL("**language=es**");
  const first = page.frameLocator("iframe").first();
  await first.locator('html[lang="es"][data-theme="v12"] main[data-step="WhenWasTheAccident"]').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
});

it.each(["/graphs/linear-short/steps", "/graphs/c/screen?step=PhoneAndZip&state=phone:phone"])(
  "%s is valid HTML that everyone can use, no wider than the window of a phone or a desk",
  async (path) => {
    expect(await new Documents().faults(path, (await open(path)).html)).toEqual([]);
    await journey(async ({ page }) => {
      // Frames show pages of their own, one of which is tried here as well.
      await page.route("**/*&framed", (route) => route.fulfill({ body: "" }));
      await signIn(page, site, path);
      expect(await pageFaults(page, path)).toEqual([]);
    }, phone);
  },
);

it("a survey's chart and its card in the list link to its screens", async () => {
  expect((await open("/graphs/c")).html).toContain('<a href="/graphs/c/steps">Screens</a>');
  expect((await open("/graphs/")).html).toContain('<a href="/graphs/c/steps" aria-label="Screens of c">');
});
