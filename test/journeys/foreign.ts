import type { BrowserContext, Page } from "playwright-core";
import type { Site } from "../support/site.ts";
import { live, standAt, walk } from "../support/survey-page.ts";

/** Everything that pages ask of anybody but their own site, from now on. */
export function foreign(context: BrowserContext, { url }: Pick<Site, "url">): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) asked.push(request.url());
  });
  return asked;
}

/** Comes to the last screen of the shortest survey, on which a telephone number is. */
export async function walkBenefits(page: Page, site: Site, search = ""): Promise<void> {
  await standAt(page, site, `/survey/benefits${search}`, { until: "SecuredBenefits" });
  await live(page);
  await walk(page, { until: "Closing" });
}
