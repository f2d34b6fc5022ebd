import { describe, expect, it } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { mainWayOf } from "../../../machines/graph/main-way.ts";
import { alternativesInWords, isFolded, type View, viewOf } from "../../../machines/graph/view.ts";
import { guardInWords, title, words } from "../../../machines/graph/words.ts";
import { farGuards } from "../../paths/model/far-guards.ts";

const viewed = charts.map((chart) => {
  const graph = graphOf(chart);
  return { code: chart.code, graph, view: viewOf(graph) };
});
const viewOfCode = (code: string) => viewed.find((each) => each.code === code)!.view;
const labels = (code: string, source: string) =>
  viewOfCode(code).edges.flatMap((edge) => (edge.source === source ? [[edge.target, edge.label]] : []));

describe.each(viewed)("the view of $code", ({ graph, view }) => {
  it("has every edge that leads somewhere, in at least one of its ways", () => {
    const drawn = new Set(view.edges.flatMap(({ ways }) => ways.flatMap(({ via }) => via)));
    expect(graph.edges.filter(({ id, enters }) => enters.length > 0 && !drawn.has(id))).toEqual([]);
  });

  it("joins two nodes once, by connected ways", () => {
    expect(new Set(view.edges.map(({ id }) => id)).size).toBe(view.edges.length);
    const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
    for (const { target, ways } of view.edges) {
      for (const { via } of ways) {
        const last = via.at(-1);
        if (last !== undefined) expect(edges.get(last)!.enters).toContain(target);
        expect(
          via.slice(0, -1).every((id) => edges.get(id)!.enters.some((leaf) => isFolded(graph, leaf))),
        ).toBe(true);
      }
    }
  });

  it("leads from its beginning to every node except where the chart stops anywhere", () => {
    const reached = new Set(["start", "*"]);
    for (const id of reached)
      for (const { source, target } of view.edges) if (source === id) reached.add(target);
    expect(view.nodes.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
  });
});

describe("an edge of the view", () => {
  it("routers and ends of parts are folded into the edges around them, with their conditions", () => {
    expect(labels("v4nv", "start")).toEqual([
      ["WhenWasTheAccident", "path contains survey v4nv"],
      ["AutoAccidentCaseWorth", "otherwise"],
    ]);
    expect(labels("v4nv", "IncidentDescription.readingDescription")).toEqual([
      ["HitAndRunIdentified", "hit and run"],
      ["AllPii.asking", "combined last step"],
      ["NameAndEmail.asking", "otherwise"],
    ]);
    expect(labels("one-page", "OnePageSurvey.checkingPhone")).toEqual([
      ["OnePageSurvey.asking", "has errors"],
      ["submitting.exchangingLeadData", "otherwise"],
    ]);
    const far = viewOf(graphOf({ code: "far", machine: farGuards }));
    expect(far.edges.flatMap(({ source, label }) => (source === "PoliceReportFiled" ? [label] : []))).toEqual(
      ["not injured and at fault", "not not injured", "otherwise"],
    );
  });

  it("ways between the same two nodes are one edge, each with the ids that it takes", () => {
    const edge = viewOfCode("v4nv").edges.find(
      ({ id }) => id === "UninsuredMotoristCoverage->NameAndEmail.asking",
    )!;
    expect(edge.label).toBe("otherwise");
    expect(edge.ways.map(({ via, actions }) => [via, actions])).toEqual([
      [
        ["UninsuredMotoristCoverage#NEXT#uninsuredCovered#contact", "contact#always##NameAndEmail"],
        ["noteUninsured"],
      ],
      [["UninsuredMotoristCoverage#NEXT##contact", "contact#always##NameAndEmail"], []],
    ]);
  });
});

const viewNamed = (code: string) => viewOf(graphOf(charts.find((chart) => chart.code === code)!));

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

  it("leads where the whole chart leads, with every way behind one of its edges", () => {
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

describe("the words of a view", () => {
  it.each([
    ["BACMeasuredByTest", "BAC measured by test"],
    ["AtFaultVW3", "at fault VW3"],
    ["pathContainsSurveyV4nv", "path contains survey v4nv"],
    ["pendingDuiCharges", "pending DUI charges"],
    ["submitting: unsent", "submitting: unsent"],
    ["{hash}", "{hash}"],
  ])("the name %s reads as %s", (name, plain) => {
    expect(words(name)).toBe(plain);
  });

  it("a title begins with a capital letter", () => {
    expect(title("HasLawyer")).toBe("Has lawyer");
  });

  it.each([
    ["atFault", "at fault"],
    ["and(notInjured, not(atFault))", "not injured and not at fault"],
    ["or(and(atFault, hasLawyer), injured)", "(at fault and has lawyer) or injured"],
    ['least({"days":1,"of":"a, b"})', 'least ({"days":1,"of":"a, b"})'],
    ["not(and(a, b))", "not (a and b)"],
  ])("the guard %s reads as %s", (guard, plain) => {
    expect(guardInWords(guard)).toBe(plain);
  });

  it.each<[readonly string[][], string]>([
    [[[]], ""],
    [[["emailIsBad"]], "email is bad"],
    [[["!emailIsBad"], ["noAnswer"]], "otherwise or no answer"],
    [
      [["spanishPath"], ["overTwoYears"], ["!spanishPath|overTwoYears|hasLawyer"]],
      "Spanish path or over two years or otherwise",
    ],
    [[[], ["noAnswer"]], ""],
    [
      [
        ["uninsuredCovered", "combinedLastStep"],
        ["!uninsuredCovered", "combinedLastStep"],
      ],
      "combined last step",
    ],
    [
      [
        ["!emailIsBad", "asksDateOfBirth"],
        ["noAnswer", "asksDateOfBirth"],
      ],
      "asks date of birth",
    ],
    [[["TOGGLE_MENU"], ["RESIZE", "isWide"]], "toggle menu or resize and is wide"],
    [[["a"], ["!a"]], ""],
  ])("the guards %j of an edge are described as “%s”", (alternatives, said) => {
    expect(alternativesInWords(alternatives)).toBe(said);
  });
});
