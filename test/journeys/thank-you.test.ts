import type { Page } from "playwright-core";
import { expect } from "vitest";
import { siteInChromium } from "../support/browser.ts";
import { live, standAt, thanked, walk } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(
  {},
  {
    stubs: false,
    "company.first-call-within": "1 business day",
    "company.calls-come-from": "+18135550100,+18135550101",
  },
);

const lead = "q=y&first_name=Ana&email=ana.rivera%40example.com&phone=8135550142";
const languageOf = (page: Page) => page.locator("html").getAttribute("lang");
const addressOf = (page: Page) => page.url().replace(site.url, "");

it("a Spanish thank-you page stays Spanish after a reload and Back, without the lead in its address", async ({
  page,
}) => {
  for (const path of ["/survey-thank-you-v7/", "/ticket-thank-you/"]) {
    await page.goto(`${site.url}${path}?${lead}&lang=es`);
    expect(addressOf(page)).toBe(`${path}?lang=es`);
    await page.reload();
    expect([await languageOf(page), addressOf(page)]).toEqual(["es", `${path}?lang=es`]);
    await page.goto(`${site.url}/es/where-to-turn/`);
    await page.goBack();
    expect([await languageOf(page), addressOf(page)]).toEqual(["es", `${path}?lang=es`]);
  }
});

it("the thank-you page shows its action without scrolling on a phone with its bars open", async () => {
  const viewport = { width: 390, height: 664 };
  await journey(
    async ({ page }) => {
      for (const path of ["/survey-thank-you/", "/survey-thank-you/?lang=es", "/ticket-thank-you/?lang=es"]) {
        await page.goto(site.url + path);
        const { y, height } = (await page.locator('main a[href^="tel:"]').first().boundingBox())!;
        expect(y + height, path).toBeLessThanOrEqual(viewport.height);
      }
    },
    { viewport },
  );
});

it("the list for the visitor's file is printed, and nothing else", async ({ page }) => {
  await page.goto(`${site.url}/survey-thank-you/`);
  await page.emulateMedia({ media: "print" });
  const shown = page.locator("body :is(h1, h2, p, li, a, summary)").filter({ visible: true });
  expect(await shown.allTextContents()).toEqual([
    "Your accident file",
    ...(await page.locator("section:has(#file) li").allTextContents()),
  ]);
});

it("the thank-you page has a menu that opens and leads to more pages", async ({ page }) => {
  await page.goto(`${site.url}/survey-thank-you/`);
  await page.locator("header[data-live]").waitFor();
  await page.getByText("Menu", { exact: true }).click();
  await page.locator("#site-navigation").getByRole("link", { name: "Español" }).click();
  expect([await languageOf(page), addressOf(page)]).toEqual(["es", "/survey-thank-you/?lang=es"]);
});

it.each(["copies", "hands on"])("a press %s the whole receipt, even where a page can print nothing", (how) =>
  journey(async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (how === "hands on")
      await page.addInitScript(() => {
        navigator.share = (given) => navigator.clipboard.writeText(`handed on: ${given!.text}`);
      });
    await standAt(page, site, "/survey/c");
    await live(page);
    await walk(page);
    await thanked(page);
    const receipt = page.locator("[data-receipt]");
    await page.getByRole("button", { name: "Save my receipt" }).tap();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toContain("sign this form electronically");
    const kept = (await clipboard()).replace(/\s+/g, " ");
    expect(kept.startsWith("handed on: Reference")).toBe(how === "hands on");
    for (const part of ["dd", "dl + p", "blockquote > span"])
      for (const text of await receipt.locator(part).allTextContents()) expect(kept).toContain(text.trim());
    const said = await page.locator("[data-keep-receipt] + [role=status]").textContent();
    expect(said).toBe(how === "copies" ? "Copied. Paste it into a note or a message to yourself." : "");
  }),
);
