import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { askedBy } from "../../../../app/features/numbers/answers/asked.ts";
import { comparedTables } from "../../../../app/features/numbers/answers/two-sides.ts";
import { sideOf } from "../../../../app/features/numbers/query.ts";
import { CompareNumbersPage } from "../../../../app/features/numbers/two-sides.tsx";
import { comparedWeights } from "../../../../app/features/numbers/weights.ts";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { variants } from "../../../../machines/registry.ts";
import { dayCounter } from "../../../../services/calendar/days.ts";
import { numbersOf } from "../../../../services/features/numbers/index/numbers.ts";
import type { SessionIndex } from "../../../../services/features/numbers/index/session-index.ts";
import { compareNumbers } from "../../../../services/features/numbers/significance.ts";
import { type Simulated, simulate } from "../../../../services/features/numbers/simulation/simulate.ts";
import { compareRates, correctedByHolm } from "../../../../services/features/numbers/statistics/rates.ts";
import { indexOf, simulatedIndex, viewsOf } from "../indexes.ts";

const code = "v4nv";
const [chart, other] = [(await chartOf(code))!, (await chartOf("v7"))!];
const index = await simulatedIndex(code, 1500);

function compared(search: string) {
  const params = new URLSearchParams(search);
  const [a, b] = (["a", "b"] as const).map((side) => {
    return numbersOf(index, askedBy(code, sideOf(params, side)).asked!.query, 0);
  });
  return compareNumbers(a!, b!);
}

function htmlOf(search: string, charts = [chart]): string {
  const page = (
    <CompareNumbersPage
      view={chart.view}
      charts={charts}
      codes={[code]}
      wrong={{}}
      tables={[]}
      compared={compared(search)}
      query={new URLSearchParams(search)}
    />
  );
  return renderToStaticMarkup(page);
}

const byResult = "data=simulated&a.result=qualified&b.result=open";

describe("the transitions of two sides", () => {
  it("are compared by the sessions that came to their source, and tested where there is a choice", () => {
    const { a, b, ways } = compared(byResult);
    for (const { edge, isChoice, taken } of ways) {
      const source = edge.split("->")[0];
      const isFrom = (each: { source: string }) => each.source === source;
      expect(isChoice, edge).toBe(chart.view.edges.filter(isFrom).length > 1);
      if (!isChoice) expect(taken.test, edge).toBeNull();
      for (const [side, numbers] of [[taken.a, a] as const, [taken.b, b] as const]) {
        expect(side.count).toBe(numbers.edges.find(({ id }) => id === edge)!.sessions);
        expect(side.of).toBe(numbers.nodes.find(({ id }) => id === source)!.sessions);
      }
    }
    expect(ways.some(({ taken }) => taken.isSignificant)).toBe(true);
    const { p, adjusted } = ways.find(({ taken }) => taken.isSignificant)!.taken;
    expect(adjusted).toBeGreaterThan(p!);
  });

  it("are wide and colored only where they differ significantly; below 20 sessions counts are shown", () => {
    const [clear, slight, chance, few, unused, all, never] = correctedByHolm([
      compareRates({ count: 100, of: 1000 }, { count: 300, of: 1000 }),
      compareRates({ count: 200, of: 1000 }, { count: 100, of: 1000 }),
      compareRates({ count: 500, of: 1000 }, { count: 501, of: 1000 }),
      compareRates({ count: 1, of: 3 }, { count: 1, of: 1 }),
      compareRates({ count: 0, of: 10 }, { count: 0, of: 10 }),
      compareRates({ count: 9, of: 9 }, { count: 9, of: 9 }),
      compareRates({ count: 5, of: 90 }, { count: 0, of: 0 }),
    ]);
    const ways = Object.entries({ clear, slight, chance, few, unused, all, never }).map(([edge, taken]) => ({
      edge,
      isChoice: true,
      taken: taken!,
    }));
    const { edges } = comparedWeights({ ...compared(byResult), ways });
    expect(edges!.clear).toEqual({ share: 1, more: "b", text: "10 → 30%" });
    expect(edges!.chance).toEqual({ share: 0.001, text: "50 → 50%" });
    expect(edges!.few!.text).toBe("1/3 → 1/1");
    expect(edges!.unused).toEqual({ share: 0 });
    expect(edges!.all).toEqual({ share: 0.001 });
    expect(edges!.never).toEqual({ share: 0.001 });
    expect(edges!.slight).toEqual({ share: expect.closeTo(0.625), more: "a", text: "20 → 10%" });
  });
});

describe("the page of a comparison", () => {
  it("draws both sides, and says how many transitions differ", () => {
    const html = htmlOf(byResult);
    expect(html).toMatch(/\d+ transitions differ significantly\./);
    expect(html).toMatch(/stroke="#0550ae" stroke-width="[\d.]+"/);
    expect(html.match(/<svg/g)).toHaveLength(1);
    const alike = htmlOf("data=simulated");
    expect(alike).toContain("No transition differs significantly.");
    expect(alike).not.toMatch(/<path [^>]*stroke="#(0550ae|bc4c00)" stroke-width="[2-7]/);
  });

  it("draws two charts when the sides have two, with one side's own parts drawn faintly", () => {
    const html = htmlOf(byResult, [chart, other]);
    expect(html.match(/<svg/g)).toHaveLength(2);
    expect(html).toContain("data-together");
    expect(html).toContain('data-mark="faint"');
  });

  it("keeps filters that its form has no field for, and lets a common filter be dropped for one side", () => {
    const html = htmlOf(
      "data=simulated&device=phone&device=desktop&with=AtFault&with=HasLawyer&least=20&b.result=open",
    );
    const [form] = html.match(/<form [^>]*aria-label="What to compare">.*?<\/form>/)!;
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    expect(hidden.map(([, ...field]) => field)).toEqual([
      ["with", "AtFault"],
      ["with", "HasLawyer"],
      ["least", "20"],
      ["b.result", "open"],
    ]);
    const [, options] = html.match(/<select id="b-device" name="b.device" multiple="">(.*?)<\/select>/)!;
    expect(options!.match(/selected=""/g)).toHaveLength(2);
  });

  it("links back to the numbers of its first side", () => {
    const html = htmlOf("data=simulated&a.variant=v4nv&a.device=phone&b.device=desktop");
    expect(html).toContain(`/graphs/v4nv/numbers?data=simulated&amp;device=phone"`);
  });
});

const day = dayCounter("UTC");
const until = Date.UTC(2026, 5, 15);
const visitsTo = (code: string): Simulated[] => [
  ...simulate({ sessions: 600, seed: 5, variant: variants.get(code)!, days: 6, until, day }),
];
const [v4nv, v7] = [visitsTo("v4nv"), visitsTo("v7")];
const chartOfA = (await chartOf("v4nv"))!;

const comparing = (index: SessionIndex, filters = {}) => {
  const [a, b] = ["v4nv", "v7"].map((variant) =>
    numbersOf(index, { variant, data: "simulated", filters }, 0),
  );
  return compareNumbers(a!, b!);
};
const pageOf = (given: ReturnType<typeof comparing>, search = "") =>
  renderToStaticMarkup(
    <CompareNumbersPage
      view={chartOfA.view}
      charts={[]}
      codes={[]}
      wrong={{}}
      compared={given}
      tables={comparedTables(given, chartOfA.view, new URLSearchParams())}
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

  it("are compared by views; session rates of the total and of a first question are not tested", () => {
    const { ofViews, leads, steps, a, b } = comparing(index);
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

  it("are announced on the page, with the position of a question on either side", () => {
    const html = pageOf(comparing(index));
    expect(html).toContain("So the overall rates are tested per first view.");
    for (const name of ["Sessions per first view", "Leads per first view", "Qualified leads per first view"])
      expect(html).toContain(name);
    const [dropOff] = pageOf(comparing(index), "&rows=all").match(
      /<table[^>]*data-table="drop-off">.*?<\/table>/s,
    )!;
    expect(dropOff).toMatch(/When was the accident<\/th><td[^>]*>1<\/td><td[^>]*>3<\/td>/);
  });

  it("are shown where they differ, and completely on demand", () => {
    const given = comparing(index);
    const rowsIn = (html: string) => {
      const rest = html.slice(html.indexOf('id="whole"')).replace(/^.*?<\/table>/s, "");
      return rest.match(/<tr data-marked|<tr>(?=<th scope="row")/g) ?? [];
    };
    const marked = comparedTables(given, chartOfA.view, new URLSearchParams())
      .slice(1)
      .flatMap(({ rows }) => rows.filter(({ isMarked }) => isMarked));
    const few = rowsIn(pageOf(given));
    expect(few).toHaveLength(marked.length);
    expect(few.every((row) => row.includes("marked"))).toBe(true);
    expect(rowsIn(pageOf(given, "&rows=all")).length).toBeGreaterThan(marked.length + 20);
    expect(pageOf(given)).toMatch(/href="\?[^"]*rows=all">Show every row/);
  });

  it("are not compared where one side's views are unknown, and the page says from which day they exist", async () => {
    const late = looks[1]!.filter(({ at }) => at >= Date.UTC(2026, 5, 12, 7));
    const young = await indexOf([...v4nv, ...v7], [...viewsOf(looks[0]!, day), ...viewsOf(late, day)]);
    const { ofViews, leads, steps } = comparing(young);
    expect([ofViews, leads.test]).toEqual([null, null]);
    const first = steps.find(({ node }) => node === "WhenWasTheAccident")!;
    expect(first.dropOff.a.of).toBe(600);
    const html = pageOf(comparing(young));
    expect(html).toContain("first views are not known on both sides");
    expect(html).toContain("First views of B are known from 2026-06-13 on.");
    expect(html).not.toContain("Leads per first view");
    expect(comparing(young, { from: "2026-06-13" }).ofViews).not.toBeNull();
  });
});
