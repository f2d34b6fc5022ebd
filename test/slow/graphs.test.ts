import { expect } from "vitest";
import { chartCodes } from "../../app/graphs/chart-of.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const { site, it } = siteInChromium({}, withCharts);

it.for(chartCodes)(
  "every text of the drawing of %s lies in its box, in this browser's fonts",
  async (code, { page }) => {
    const headers = { Authorization: `Bearer ${chartsToken}` };
    const drawing = await send(site.url, `/graphs/${code}/drawing.svg`, { headers });
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
  },
);
