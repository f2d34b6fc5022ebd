import { describe, expect, it } from "vitest";
import { chartPagesOn } from "../support/chart-pages.ts";
import { withCharts } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";

const open = chartPagesOn(siteForTests(withCharts));

describe("a chart", () => {
  const places = ({ html }: { html: string }) => html.match(/data-node="/g)!.length;

  it("zooms by links", async () => {
    const chart = await open("/graphs/v4nv");
    const widthOf = ({ html }: { html: string }) => Number(/<svg[^>]* width="(\d+)"/.exec(html)![1]);
    expect(widthOf(await chart.follow("Zoom out"))).toBe(Math.round(0.8 * widthOf(chart)));
    expect((await chart.follow("100 %")).html).toContain('role="status"');
  });

  it("keeps what was searched for when a place is selected, and shows the place", async () => {
    const chart = await open("/graphs/v4nv?find=lawyer");
    expect(chart.text(/role="status"/)).toBe("2 matches");
    const picked = (await chart.follow("Has lawyer, question")).text(/id="picked"/);
    expect(picked).toContain("Leads to");
    expect(picked).toContain("machines/variants/v4nv.ts");
  });

  it("is folded to its happy path, and unfolded by a place that was out of sight", async () => {
    const chart = await open("/graphs/v4nv");
    const folded = await chart.follow("Happy path only");
    expect(places(folded)).toBeLessThan(places(chart) / 2);
    const branch = await folded.follow(/^Active insurance policy and 4 more/);
    const whole = await branch.follow("Missed work");
    expect(whole.text(/id="picked-title"/)).toBe("Missed work");
    expect(places(whole)).toBe(places(chart));
  });
});
