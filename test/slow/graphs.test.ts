import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chartCodes } from "../../app/graphs/chart-of.ts";
import { startBrowser } from "../support/browser.ts";
import { send } from "../support/send.ts";
import { chartsToken } from "../support/signed-in.ts";
import { type Site, startSite } from "../support/site.ts";

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([
    startBrowser(),
    startSite({ stubs: false, ANALYST_TOKEN: chartsToken }),
  ]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

it.each(chartCodes)(
  "every text of the drawing of %s lies in its box, in this browser's fonts",
  async (code) => {
    const headers = { Authorization: `Bearer ${chartsToken}` };
    const drawing = await send(site.url, `/graphs/${code}/drawing.svg`, { headers });
    const page = await browser.newPage();
    await page.setContent(drawing.text);
    const { texts, outside } = await page.evaluate(() => {
      const found = [...document.querySelectorAll<SVGGElement>("g[data-node]")].map((group) => {
        const [text, box] = [group.querySelector("text")!.getBBox(), group.querySelector("rect")!.getBBox()];
        const isInside =
          text.x >= box.x &&
          text.y >= box.y &&
          text.x + text.width <= box.x + box.width &&
          text.y + text.height <= box.y + box.height;
        return { id: group.dataset.node, isInside };
      });
      return { texts: found.length, outside: found.filter(({ isInside }) => !isInside).map(({ id }) => id) };
    });
    expect(texts).toBeGreaterThan(0);
    expect(outside).toEqual([]);
    await page.close();
  },
);
