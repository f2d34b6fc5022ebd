import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { charts } from "../../../machines/charts.ts";
import { type Graph, graphOf } from "../../../machines/graph/graph.ts";
import { edgeIds } from "../../../machines/graph/leaves.ts";
import { variants } from "../../../machines/registry.ts";
import { farGuards } from "../../paths/model/far-guards.ts";

const graph = (code: string) => graphOf(variants.get(code)!);
const idsOf = ({ edges }: Graph) => edges.map(({ id }) => id);
const from = (source: string, { edges }: Graph) =>
  idsOf({ edges, nodes: [], code: "" }).filter((id) => id.startsWith(`${source}#`));

const all = charts.map((charted) => ({ charted, graph: graphOf(charted) }));

describe.each(all)("the graph of $graph.code", ({ charted, graph: made }) => {
  it("is plain data with one id per transition", () => {
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    expect(new Set(idsOf(made)).size).toBe(made.edges.length);
    expect(idsOf(made)).toEqual([...edgeIds(charted.machine as never).values()]);
  });

  it("leads from node to node", () => {
    const known = new Set(made.nodes.map(({ id }) => id));
    for (const { source, targets, enters } of made.edges) {
      expect([source, ...targets, ...enters].filter((id) => !known.has(id))).toEqual([]);
      expect(enters.length > 0).toBe(targets.length > 0);
    }
  });
});

describe("the id of an edge", () => {
  it("contains its source, event, guard and target", () => {
    expect(from("WasUserInjured", graph("v4nv"))).toEqual([
      "WasUserInjured#NEXT#seriousRecentAndAtFault#ActiveInsurancePolicy",
      "WasUserInjured#NEXT#injured#DidYouReceiveMedicalTreatment",
      "WasUserInjured#NEXT##PoliceReportFiled",
    ]);
    expect(from("NameAndEmail.checkingEmail", graph("c"))).toEqual([
      "NameAndEmail.checkingEmail#checkEmail.done#emailIsBad#NameAndEmail.asking",
      "NameAndEmail.checkingEmail#checkEmail.done##NameAndEmail.accepted",
      "NameAndEmail.checkingEmail#checkEmail.error##NameAndEmail.accepted",
    ]);
    expect(from("NameAndEmail", graph("c"))).toEqual(["NameAndEmail#done##PhoneAndZip"]);
    expect(from("*", graph("c"))).toEqual(["*#ANSWER##", "*#REFUSED##"]);
  });

  it("shows composite guards in full and knows the routers they are in", () => {
    expect(from("router", graphOf({ code: "far", machine: farGuards }))).toEqual([
      "router#always#and(notInjured, atFault)#HasLawyer",
      "router#always#not(notInjured)#TypeOfMedicalTreatment",
      "router#always##thankYou",
    ]);
  });

  const chart = (next: unknown) =>
    graphOf({
      code: "x",
      machine: createMachine({
        id: "x",
        initial: "a",
        states: { a: { on: { GO: next as never }, after: { 500: "b" } }, b: {}, c: {} },
      }),
    });

  it("is stable when a guard is put before it, and when the variant is renamed", () => {
    const before = [{ guard: "one", target: "b" }, { target: "c" }];
    const ids = idsOf(chart(before));
    expect(ids).toEqual(["a#GO#one#b", "a#GO##c", "a#after.500##b"]);
    expect(idsOf(chart([{ guard: "two", target: "c" }, ...before]))).toEqual(["a#GO#two#c", ...ids]);
    expect(idsOf(graph("medical-treatment-2"))).toEqual(idsOf(graph("medical-treatment")));
  });

  it("differs from its duplicate, and from the same guard with other parameters", () => {
    const least = (days: number) => ({ guard: { type: "least", params: { days } }, target: "b" });
    expect(idsOf(chart([least(1), least(2), least(1)]))).toEqual([
      'a#GO#least({"days":1})#b',
      'a#GO#least({"days":2})#b',
      'a#GO#least({"days":1})#b#2',
      "a#after.500##b",
    ]);
  });
});

it("a node has its kind, what it shows and what it asks", () => {
  const { nodes } = graph("c");
  const node = (id: string) => nodes.find((each) => each.id === id)!;
  expect(node("StartPath").kind).toBe("router");
  expect(node("WhenWasTheAccident")).toMatchObject({
    kind: "step",
    shows: "WhenWasTheAccident",
    meta: { progress: 5 },
  });
  expect(node("NameAndEmail")).toMatchObject({ kind: "group", initial: ["NameAndEmail.asking"] });
  expect(node("NameAndEmail.asking")).toMatchObject({ kind: "step", shows: "NameAndEmail" });
  expect(node("NameAndEmail.checkingEmail")).toMatchObject({
    kind: "check",
    parent: "NameAndEmail",
    invokes: [{ id: "checkEmail", src: "checkEmail" }],
  });
  expect(node("NameAndEmail.accepted").kind).toBe("done");
  expect(node("submitting.posting").kind).toBe("submit");
  expect(node("submitting.unsent").kind).toBe("state");
  expect(node("submitting.exchangingLeadData").entry).toEqual(["openClickWindow"]);
  expect(node("thankYou").kind).toBe("end");
  expect(node("*")).toMatchObject({ kind: "group", initial: ["StartPath"], entry: ["greet"] });
});

it("an edge has the order in which it is tried, and its actions", () => {
  const { edges } = graph("v4nv");
  const edge = (id: string) => edges.find((each) => each.id === id)!;
  expect(edge("WasUserInjured#NEXT##PoliceReportFiled")).toMatchObject({
    order: 2,
    isOtherwise: true,
    guards: [],
    actions: ["completeTreatment"],
    trigger: "event",
    enters: ["PoliceReportFiled"],
  });
  expect(edge("PoliceReportFiled#NEXT##HasLawyer").isOtherwise).toBe(false);
  expect(edge("DateOfBirth#NEXT##PhoneAndZip").enters).toEqual(["PhoneAndZip.asking"]);
  const listed = "settingUpBuyers.listingBuyers#listBuyers.done##settingUpBuyers.found";
  const named = graph("v4nv-x1").edges.find(({ id }) => id === listed)!;
  expect(named.actions).toEqual(['nameListedBuyers({"as":"fixed"})']);
});
