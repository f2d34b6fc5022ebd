import { describe, expect, it } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { pathsOf } from "../../../machines/graph/account.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { isFolded, viewOf } from "../../../machines/graph/view.ts";
import { farGuards } from "../../paths/model/far-guards.ts";

const viewed = charts.map((chart) => {
  const graph = graphOf(chart);
  return { code: chart.code, graph, view: viewOf(graph) };
});
const viewOfCode = (code: string) => viewed.find((each) => each.code === code)!.view;
const labels = (code: string, source: string) =>
  viewOfCode(code).edges.flatMap((edge) => (edge.source === source ? [[edge.target, edge.label]] : []));

describe.each(viewed)("the view of $code", ({ graph, view }) => {
  it("has every edge that leads somewhere, in one of its ways at least", () => {
    const drawn = new Set(view.edges.flatMap(({ ways }) => ways.flatMap(({ via }) => via)));
    expect(graph.edges.filter(({ id, enters }) => enters.length > 0 && !drawn.has(id))).toEqual([]);
  });

  it("joins two nodes once, by ways that hang together", () => {
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

  it("leads from its beginning to its every node but where the chart holds anywhere", () => {
    const reached = new Set(["start", "*"]);
    for (const id of reached)
      for (const { source, target } of view.edges) if (source === id) reached.add(target);
    expect(view.nodes.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
  });
});

it("routers and ends of parts are folded into the edges around them, with what they ask", () => {
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
  expect(far.edges.flatMap(({ source, label }) => (source === "PoliceReportFiled" ? [label] : []))).toEqual([
    "not injured and at fault",
    "not not injured",
    "otherwise",
  ]);
});

it("ways between the same two nodes are one edge, each with the ids of what it takes", () => {
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

it("what holds in every state is drawn from anywhere", () => {
  expect(labels("phone-code", "*")).toEqual([["idle", "reset"]]);
});

it("nodes are titled in plain words", () => {
  const titles = viewOfCode("c").nodes.map(({ kind, title }) => `${kind}: ${title}`);
  expect(titles).toEqual([
    "start: Start",
    "step: When was the accident",
    "step: Other drivers vehicle type",
    "step: At fault",
    "step: Was user injured",
    "step: Type of medical treatment",
    "step: Police report filed",
    "step: Has lawyer",
    "step: Incident description",
    "step: Name and email",
    "check: Check email",
    "step: Phone and zip",
    "check: Look up zip",
    "check: Check phone",
    "check: Check gibberish",
    "check: Exchange lead data",
    "submit: Post lead",
    "state: Submitting: unsent",
    "end: Thank you",
  ]);
});

it("paths lead from the beginning to the ends, by no node twice", () => {
  const paths = pathsOf(viewOfCode("c"));
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    expect([path[0], path.at(-1)]).toEqual(["start", "thankYou"]);
    expect(new Set(path).size).toBe(path.length);
  }
  expect(paths.map((path) => path.includes("TypeOfMedicalTreatment"))).toEqual([false, true]);
});
