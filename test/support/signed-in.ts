import type { Page } from "playwright-core";
import type { Site } from "./site.ts";

/** What the charts of such a site are seen with. */
export const chartsToken = "a-token-for-the-charts";

/** For a site whose charts can be seen. */
export const withCharts = { stubs: false, ANALYST_TOKEN: chartsToken };

/** Signs a visitor in, who is then at the given page. */
export async function signIn(page: Page, site: Site, path: string): Promise<void> {
  await page.request.post(`${site.url}/graphs/sign-in`, { form: { token: chartsToken }, maxRedirects: 0 });
  await page.goto(site.url + path);
}
