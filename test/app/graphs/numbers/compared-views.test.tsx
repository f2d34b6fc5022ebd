import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { comparedTables } from "../../../../app/graphs/numbers/answers/two-sides.ts";
import { CompareNumbersPage } from "../../../../app/graphs/numbers/two-sides.tsx";
import { variants } from "../../../../machines/registry.ts";
import { dayCounter } from "../../../../services/analytics/days.ts";
import { numbersOf } from "../../../../services/analytics/index/numbers.ts";
import type { SessionIndex } from "../../../../services/analytics/index/session-index.ts";
import { compareNumbers } from "../../../../services/analytics/significance.ts";
import { type Simulated, simulate } from "../../../../services/analytics/simulation/simulate.ts";
import { compareRates } from "../../../../services/statistics/rates.ts";
import { indexOf, viewsOf } from "../../../services/analytics/indexes.ts";

const day = dayCounter("UTC");
const until = Date.UTC(2026, 5, 15);
const visitsTo = (code: string): Simulated[] => [
  ...simulate({ sessions: 600, seed: 5, variant: variants.get(code)!, days: 6, until, day }),
];
const [v4nv, v7] = [visitsTo("v4nv"), visitsTo("v7")];
const chart = (await chartOf("v4nv"))!;

const compared = (index: SessionIndex, filters = {}) => {
  const [a, b] = ["v4nv", "v7"].map((variant) =>
    numbersOf(index, { variant, data: "simulated", filters }, 0),
  );
  return compareNumbers(a!, b!);
};
const htmlOf = (given: ReturnType<typeof compared>, search = "") =>
  renderToStaticMarkup(
    <CompareNumbersPage
      {...{ view: chart.view, charts: [], codes: [], wrong: {} }}
      compared={given}
      tables={comparedTables(given, chart.view, new URLSearchParams())}
      query={new URLSearchParams(`b.variant=v7&data=simulated${search}`)}
    />,
  );

describe("surveys that begin with other questions", () => {
  let index: SessionIndex;
  const looks = [v4nv, v7].map((visits) => visits.flatMap((visit) => visit.looks));
  beforeAll(async () => {
    index = await indexOf(
      [...v4nv, ...v7],
      looks.flatMap((each) => viewsOf(each, day)),
    );
  });

  it("are compared by views, and what sessions say of the whole and of a first question is not tested", () => {
    const { ofViews, leads, steps, a, b } = compared(index);
    const of = looks.map(({ length }) => length);
    expect(ofViews!.begun).toMatchObject({ a: { count: 600, of: of[0] }, b: { count: 600, of: of[1] } });
    const plain = compareRates({ count: a.totals.leads, of: of[0]! }, { count: b.totals.leads, of: of[1]! });
    expect(ofViews!.leads).toMatchObject({ p: plain.p, test: "z", difference: plain.difference });
    expect(ofViews!.leads.adjusted).toBeGreaterThanOrEqual(plain.p!);
    expect(leads.test).toBeNull();
    const first = steps.find(({ node }) => node === "WhenWasTheAccident")!;
    expect(first.order).toEqual({ a: 1, b: 3 });
    expect([first.dropOff.test, first.conversion.test]).toEqual([null, null]);
    const looked = of[0]! - 600;
    expect(first.dropOff.a.count).toBe(a.nodes.find(({ id }) => id === first.node)!.stillThere + looked);
  });

  it("say so on the page, with which question a place is on either side", () => {
    const html = htmlOf(compared(index));
    expect(html).toContain("So the overall rates are tested per first view.");
    for (const name of ["Sessions per first view", "Leads per first view", "Qualified leads per first view"])
      expect(html).toContain(name);
    const [dropOff] = htmlOf(compared(index), "&rows=all").match(
      /<table[^>]*data-table="drop-off">.*?<\/table>/s,
    )!;
    expect(dropOff).toMatch(/When was the accident<\/th><td[^>]*>1<\/td><td[^>]*>3<\/td>/);
  });

  it("are shown where they differ, and all of them on demand", () => {
    const given = compared(index);
    const rowsIn = (html: string) => {
      const rest = html.slice(html.indexOf('id="whole"')).replace(/^.*?<\/table>/s, "");
      return rest.match(/<tr data-marked|<tr>(?=<th scope="row")/g) ?? [];
    };
    const marked = comparedTables(given, chart.view, new URLSearchParams())
      .slice(1)
      .flatMap(({ rows }) => rows.filter(({ isMarked }) => isMarked));
    const few = rowsIn(htmlOf(given));
    expect(few).toHaveLength(marked.length);
    expect(few.every((row) => row.includes("marked"))).toBe(true);
    expect(rowsIn(htmlOf(given, "&rows=all")).length).toBeGreaterThan(marked.length + 20);
    expect(htmlOf(given)).toMatch(/href="\?[^"]*rows=all">Show every row/);
  });

  it("are not where views of one side are not known, and the page says from which day they are", async () => {
    const late = looks[1]!.filter(({ at }) => at >= Date.UTC(2026, 5, 12, 7));
    const young = await indexOf([...v4nv, ...v7], [...viewsOf(looks[0]!, day), ...viewsOf(late, day)]);
    const { ofViews, leads, steps } = compared(young);
    expect([ofViews, leads.test]).toEqual([null, null]);
    const first = steps.find(({ node }) => node === "WhenWasTheAccident")!;
    expect(first.dropOff.a.of).toBe(600);
    const html = htmlOf(compared(young));
    expect(html).toContain("first views are not known on both sides");
    expect(html).toContain("First views of B are known from 2026-06-13 on.");
    expect(html).not.toContain("Leads per first view");
    expect(compared(young, { from: "2026-06-13" }).ofViews).not.toBeNull();
  });
});
