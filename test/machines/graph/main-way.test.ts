import { describe, expect, it } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { mainWayOf } from "../../../machines/graph/main-way.ts";
import { type View, viewOf } from "../../../machines/graph/view.ts";

const viewNamed = (code: string) => viewOf(graphOf(charts.find((chart) => chart.code === code)!));

/** What can be reached from the beginning. */
function reached({ edges }: View): Set<string> {
  const seen = new Set(["start"]);
  for (const at of seen) for (const { source, target } of edges) if (source === at) seen.add(target);
  return seen;
}

describe.each(charts.map(({ code }) => code))("the main way of %s", (code) => {
  const whole = viewNamed(code);
  const { view, folded } = mainWayOf(whole);
  const boxOf = (id: string) => Object.keys(folded).find((box) => folded[box]!.includes(id)) ?? id;

  it("has every place once, drawn or in a box of two or more", () => {
    const places = view.nodes.flatMap(({ id }) => folded[id] ?? id);
    expect([...places].sort()).toEqual(whole.nodes.map(({ id }) => id).sort());
    for (const members of Object.values(folded)) expect(members.length).toBeGreaterThan(1);
  });

  it("leads where the whole chart leads, every way behind one of its edges", () => {
    expect(reached(view)).toEqual(new Set([...reached(whole)].map(boxOf)));
    const ids = view.nodes.map(({ id }) => id);
    for (const { source, target } of view.edges)
      expect(ids).toEqual(expect.arrayContaining([source, target]));
    for (const { source, target, ways } of whole.edges) {
      if (boxOf(source) === boxOf(target)) continue;
      const edge = view.edges.find(({ id }) => id === `${boxOf(source)}->${boxOf(target)}`);
      expect(edge!.ways).toEqual(expect.arrayContaining(ways));
    }
    expect(new Set(view.edges.map(({ id }) => id)).size).toBe(view.edges.length);
  });
});

it("the detours of a large chart are folded, what nobody gets around is kept", () => {
  const { view, folded } = mainWayOf(viewNamed("v4nv"));
  const ids = view.nodes.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(["WasUserInjured", "HasLawyer", "submitting.posting", "thankYou"]),
  );
  expect(ids.length).toBeLessThan(viewNamed("v4nv").nodes.length / 2);
  const [box] = Object.entries(folded).find(([, members]) => members.includes("MissedWork"))!;
  expect(folded[box]).toEqual(expect.arrayContaining(["ActiveInsurancePolicy", "WillingToTreat"]));
  expect(view.nodes.find(({ id }) => id === box)!.title).toBe("Active insurance policy and 4 more");
  expect(ids).not.toContain("MissedWork");
});
