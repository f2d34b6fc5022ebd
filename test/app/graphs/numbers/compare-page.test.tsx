import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { askedBy } from "../../../../app/graphs/numbers/answers/asked.ts";
import { sideOf } from "../../../../app/graphs/numbers/query.ts";
import { CompareNumbersPage } from "../../../../app/graphs/numbers/two-sides.tsx";
import { comparedWeights } from "../../../../app/graphs/numbers/weights.ts";
import { numbersOf } from "../../../../services/analytics/index/numbers.ts";
import { compareNumbers } from "../../../../services/analytics/significance.ts";
import { compareRates, correctedByHolm } from "../../../../services/statistics/rates.ts";
import { simulatedIndex } from "../../../services/analytics/indexes.ts";

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
      {...{ view: chart.view, charts, codes: [code], wrong: {}, tables: [] }}
      compared={compared(search)}
      query={new URLSearchParams(search)}
    />
  );
  return renderToStaticMarkup(page);
}

const byResult = "data=simulated&a.result=qualified&b.result=open";

it("what the form has no field for is kept as it was asked", () => {
  const html = htmlOf("data=simulated&with=AtFault&with=HasLawyer&least=20&a.result=qualified");
  const [form = ""] = [...html.matchAll(/<form.*?<\/form>/gs)]
    .map(([each]) => each)
    .filter((each) => /<select[^>]+name="data"/.test(each));
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, ...of]) => of,
  );
  expect(hidden).toContainEqual(["with", "AtFault"]);
  expect(hidden).toContainEqual(["with", "HasLawyer"]);
  expect(hidden).toContainEqual(["least", "20"]);
  expect(hidden.map(([name]) => name)).not.toContain("data");
});

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

  it("draws two charts where the sides are of two, with what only one has drawn faintly", () => {
    const html = htmlOf(byResult, [chart, other]);
    expect(html.match(/<svg/g)).toHaveLength(2);
    expect(html).toContain("data-together");
    expect(html).toContain('data-mark="faint"');
  });

  it("keeps all that a side is asked, and lets a filter of both be dropped for one", () => {
    const html = htmlOf("data=simulated&device=phone&device=desktop&with=HasLawyer&b.result=open");
    expect(html).toContain('<input type="hidden" name="with" value="HasLawyer"/>');
    expect(html).toContain('<input type="hidden" name="b.result" value="open"/>');
    const [form] = html.match(/<form [^>]*aria-label="What to compare">.*?<\/form>/)!;
    expect(form).not.toContain('type="hidden" name="device"');
    const [, options] = html.match(/<select id="b-device" name="b.device" multiple="">(.*?)<\/select>/)!;
    expect(options!.match(/selected=""/g)).toHaveLength(2);
  });

  it("leads back to the numbers of its first side", () => {
    const html = htmlOf("data=simulated&a.variant=v4nv&a.device=phone&b.device=desktop");
    expect(html).toContain(`/graphs/v4nv/numbers?data=simulated&amp;device=phone"`);
  });
});
