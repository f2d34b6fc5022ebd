import { describe, expect } from "vitest";
import { desktop, phone, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { Documents, pageFaults } from "../../support/faults.ts";
import { send } from "../../support/send.ts";

const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, withCharts);
const address = "/graphs/compare";

async function open(path: string) {
  const sent = await send(site.url, path, { headers: { Authorization: `Bearer ${chartsToken}` } });
  return { status: sent.status, html: sent.text.replaceAll("<!-- -->", "") };
}

describe("a comparison", () => {
  const compare = (query: Record<string, string>) => open(`${address}?${new URLSearchParams(query)}`);

  it("says in one line that the first screen is new, rather than in a thousand paths, and above the drawings", async () => {
    const { status, html } = await compare({ before: "v4nv", after: "v7" });
    expect(status).toBe(200);
    expect(html).toContain('<a href="#kind-paths">paths: 1 changed</a>');
    expect(html).toContain("<li>972 paths: they now pass GetStartedFirstStep</li>");
    expect(html.indexOf('href="#kind-paths"')).toBeLessThan(html.indexOf("<svg"));
  });

  it("equivalent charts are called so, and nothing is drawn", async () => {
    const { status, html } = await compare({ before: "v4nv", after: "v4nv" });
    expect([status, html.includes("The charts are equivalent."), html.includes("<svg")]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it.each([
    [{ before: "c", "before.at": "HEAD", after: "c" }, "This site has only its current charts."],
    [{ before: "c", after: "c", "after.at": "HEAD~3" }, "This site has only its current charts."],
    [{ before: "c", "before.at": "--output=/tmp/x", after: "c" }, "There is no such revision."],
    [{ before: "c", "before.at": "HEAD; id", after: "c" }, "There is no such revision."],
    [{ before: "--help", "before.at": "HEAD", after: "c" }, "There is no such revision."],
    [{ before: "nonsense", after: "c" }, "There is no such chart."],
    [{ before: "c", after: "__proto__" }, "There is no such chart."],
  ])("of %j is refused in words", async (query, words) => {
    const { status, html } = await compare(query as Record<string, string>);
    expect([status, html.includes(words)]).toEqual([422, true]);
  });

  it("explains where to find revisions when there are none", async () => {
    const { status, html } = await compare({});
    expect(status).toBe(200);
    expect(html).toContain("To compare earlier revisions");
    expect(html).not.toContain('name="before.at"');
  });

  it("draws from left to right on request", async () => {
    const sizesOf = async (query: Record<string, string>) => {
      const { html } = await compare({ before: "c", after: "a", ...query });
      return [...html.matchAll(/viewBox="0 0 (\d+) (\d+)" width/g)].map(([, width, height]) =>
        [width, height].map(Number),
      );
    };
    const [wide, tall] = [await sizesOf({ layout: "wide" }), await sizesOf({})];
    expect([wide.length, tall.length]).toEqual([2, 2]);
    for (const [width, height] of wide) expect(width).toBeGreaterThan(height!);
    for (const [width, height] of tall) expect(width).toBeLessThan(height!);
  });

  it("is valid HTML that everyone can use, no wider than the window of a phone or a desk", async () => {
    const { html } = await open(`${address}?before=c&after=a`);
    expect(await new Documents().faults("comparison", html)).toEqual([]);
    await journey(async ({ page }) => {
      await signIn(page, site, `${address}?before=linear-short&after=benefits`);
      expect(await pageFaults(page, "comparison")).toEqual([]);
    }, phone);
  });

  it("is linked from each chart, which becomes its first side", async () => {
    expect((await open("/graphs/c")).html).toContain('href="/graphs/compare?before=c">Compare charts</a>');
  });

  it("has drawings that scroll together", async ({ page }) => {
    await signIn(page, site, "/graphs/compare?before=c&after=a");
    const windows = page.locator("[data-live] [data-window]");
    await windows.nth(1).waitFor();
    const top = (index: number) => windows.nth(index).evaluate((view) => view.scrollTop);
    const before = await top(1);
    await windows.nth(0).hover();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => top(1)).toBeGreaterThan(before);
    const led = await top(0);
    await windows.nth(1).hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => top(0)).toBeLessThan(led);
    const drawings = (await windows.nth(0).boundingBox())!.y;
    expect(drawings).toBeLessThan((await page.getByRole("heading", { name: /^states/i }).boundingBox())!.y);
  });
});
