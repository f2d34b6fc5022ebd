import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { charts } from "../../machines/charts.ts";
import { folders } from "../../tools/graphs/files-of.ts";
import { startBrowser } from "../support/browser.ts";
import { root } from "../support/source-files.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it.each(charts)(
  "every text of the drawing of $code lies in its box, in this browser's fonts",
  async ({ code }) => {
    const page = await browser.newPage();
    await page.setContent(readFileSync(join(root, folders.texts, `${code}.svg`), "utf8"));
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
