import type { Browser } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chartCodes, chartOf } from "../../app/graphs/chart-of.ts";
import { StepGraph } from "../../app/graphs/drawing/step-graph.tsx";
import { startBrowser } from "../support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it.each(chartCodes)(
  "every text of the drawing of %s lies in its box, in this browser's fonts",
  async (code) => {
    const { view, layout } = chartOf(code)!;
    const page = await browser.newPage();
    await page.setContent(renderToStaticMarkup(createElement(StepGraph, { view, layout })));
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
