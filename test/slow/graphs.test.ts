import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { charts } from "../../machines/charts.ts";
import { filesOf, folders } from "../../tools/graphs/files-of.ts";
import { startBrowser } from "../support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it.each(charts)(
  "every text of the drawing of $code lies in its box, in this browser's fonts",
  async (chart) => {
    const page = await browser.newPage();
    await page.setContent(filesOf(chart).get(`${folders.exports}/${chart.code}.svg`)!);
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
