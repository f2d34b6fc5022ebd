import type { Browser, Page } from "playwright-core";
import {
  metaId,
  type PageScriptsStub,
  socialPixelsEnv,
  startPageScripts,
  tiktokId,
} from "../stubs/page-scripts.ts";
import { startBrowser } from "../support/browser.ts";
import type { Answer } from "../support/form-visitor.ts";
import { type Site, startSite } from "../support/site.ts";
import { fillIn } from "./fill-in.ts";

/** A site with pixels of every kind, the networks behind them as far as pages can tell, and a browser. */
export type PixelSite = { site: Site; others: PageScriptsStub; browser: Browser; stop(): Promise<void> };

export async function startPixelSite(): Promise<PixelSite> {
  const others = await startPageScripts();
  const [site, browser] = await Promise.all([
    startSite({
      ...socialPixelsEnv(others),
      TRACKING_PIXEL_URL: `${others.origin}/pixel.gif`,
      PAGE_PIXELS: [
        `/survey/ticket=tracking:${others.origin}/ticket.gif`,
        "/survey/d=meta:off",
        "/yt=meta:99887766,tiktok:off,tracking:off",
      ].join(";"),
    }),
    startBrowser(),
  ]);
  const stop = async () => {
    await browser.close();
    await site.close();
    await others.stop();
  };
  return { site, others, browser, stop };
}

/** What the networks were told, in its order. */
export function toldTo({ requests }: Pick<PageScriptsStub, "requests">) {
  return {
    meta: requests
      .filter(({ path }) => path === "/tr")
      .map(({ query }) => `${query.get("id")} ${query.get("ev")}`),
    tiktok: requests
      .filter(({ path }) => path === "/api/v2/pixel")
      .map(({ body }) => JSON.parse(body) as Record<string, string>)
      .map(({ event, pixel_code }) => `${pixel_code} ${event}`),
    images: requests.map(({ path }) => path).filter((path) => path.endsWith(".gif")),
  };
}
export const nobody = { meta: [], tiktok: [], images: [] };
export const pageView = { ...nobody, meta: [`${metaId} PageView`], tiktok: [`${tiktokId} Pageview`] };
export const viewAndLead = {
  ...nobody,
  meta: [...pageView.meta, `${metaId} Lead`],
  tiktok: [...pageView.tiktok, `${tiktokId} SubmitForm`],
};

/** Answers all questions up to the thanks, or up to a step. */
export async function walk(page: Page, answers: Record<string, Answer>, until = ""): Promise<void> {
  for (;;) {
    const step = (await page.locator("main[data-step]").getAttribute("data-step"))!;
    if (step === until) return;
    await fillIn(page, answers[step]!);
    if (step === "PhoneAndZip") return page.waitForURL(/thank-you/);
    await page.locator(`main[data-step]:not([data-step="${step}"])`).waitFor();
  }
}
