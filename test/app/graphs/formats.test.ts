import { DOMParser, type Element } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { type AnyStateMachine, createMachine } from "xstate";
import { machineTextOf } from "../../../app/graphs/formats/machine-text.ts";
import { mermaidOf } from "../../../app/graphs/formats/mermaid.ts";
import { scxmlOf } from "../../../app/graphs/formats/scxml.ts";
import { charts } from "../../../machines/charts.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { graphFromScxml } from "../../machines/graph/scxml-reader.ts";
import { farGuards } from "../../paths/model/far-guards.ts";

/** Runs a chart's text for Stately Studio: one import, and one `createMachine`. */
function machineFrom(text: string): AnyStateMachine {
  const [head, body] = text.split("\n\nexport const machine = ");
  expect(head).toBe('import { createMachine } from "xstate";');
  return new Function("createMachine", `return ${body}`)(createMachine);
}

it.each(charts)("the text of $code for Stately Studio is a machine with the same graph", (chart) => {
  const graph = graphOf(chart);
  expect(graphOf({ code: chart.code, machine: machineFrom(machineTextOf(graph)) })).toEqual(graph);
});

it("no character of a name is Mermaid syntax", () => {
  const title = 'a: `b` **c** <i>"d"</i> #1; | --> e';
  const node = (id: string) => ({ id, title, kind: "step" });
  const [one, other] = [node("one"), node("end")];
  const edge = { id: "way", source: "one", target: "end", label: title };
  const text = mermaidOf({ nodes: [one, other], edges: [edge] } as never);
  const inside = "a: #96;b#96; **c** #60;i#62;#34;d#34;#60;/i#62; #35;1; | --#62; e";
  expect(text).toBe(`flowchart TD\n  n0["${inside}"]\n  n1["${inside}"]\n  n0 -->|"${inside}"| n1\n`);
});

/** Leaves out what SCXML has no place for. */
const spoken = (graph: ReturnType<typeof graphOf>) => ({
  ...graph,
  nodes: graph.nodes.map(({ meta, ...node }) => node),
});

it.each([...charts, { code: "far", machine: farGuards }])(
  "the SCXML of $code is read back as the same nodes and edges",
  (chart) => {
    const graph = graphOf(chart);
    expect(graphFromScxml(scxmlOf(graph))).toEqual(spoken(graph));
  },
);

/** The attributes and contents of the standard's elements (https://www.w3.org/TR/scxml), as far as they are used. */
const inScxml: Record<string, { attributes: string[]; inside: string[] }> = {
  scxml: {
    attributes: ["version", "datamodel", "name", "initial"],
    inside: ["datamodel", "script", "state", "parallel"],
  },
  datamodel: { attributes: [], inside: ["data"] },
  data: { attributes: ["id", "expr"], inside: [] },
  script: { attributes: [], inside: [] },
  state: {
    attributes: ["id", "initial"],
    inside: ["onentry", "onexit", "transition", "invoke", "state", "parallel", "final"],
  },
  parallel: {
    attributes: ["id"],
    inside: ["onentry", "onexit", "transition", "invoke", "state", "parallel"],
  },
  final: { attributes: ["id"], inside: ["onentry", "onexit"] },
  transition: { attributes: ["event", "cond", "target", "type"], inside: ["log", "raise", "script"] },
  onentry: { attributes: [], inside: ["log", "raise", "send"] },
  onexit: { attributes: [], inside: ["log", "raise", "cancel"] },
  invoke: { attributes: ["type", "id", "src"], inside: [] },
  log: { attributes: ["label"], inside: [] },
  raise: { attributes: ["event"], inside: [] },
  send: { attributes: ["event", "id", "delay"], inside: [] },
  cancel: { attributes: ["sendid"], inside: [] },
};

it.each(charts)("the SCXML of $code is valid: only standard elements, and unique ids", (chart) => {
  const { documentElement } = new DOMParser().parseFromString(scxmlOf(graphOf(chart)), "text/xml");
  // Interpreters make a function of the name.
  expect(documentElement!.getAttribute("name")).toMatch(/^\w+$/);
  const elements: Element[] = [];
  const collect = (element: Element) => {
    elements.push(element);
    for (const child of element.childNodes) if (child.nodeType === 1) collect(child as Element);
  };
  collect(documentElement!);
  const ids = elements.flatMap((element) => element.getAttribute("id") ?? []);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const element of elements) {
    const known = inScxml[element.tagName]!;
    const attributes = [...element.attributes].map(({ name }) => name);
    const foreign = attributes.filter(
      (name) => !/^(xmlns|own:)/.test(name) && !known.attributes.includes(name),
    );
    expect(foreign, element.tagName).toEqual([]);
    const inside = elements.filter(({ parentNode }) => parentNode === element).map(({ tagName }) => tagName);
    expect(
      inside.filter((name) => !known.inside.includes(name)),
      element.tagName,
    ).toEqual([]);
    for (const name of ["target", "initial"]) {
      for (const id of (element.getAttribute(name) ?? "").split(" ").filter(Boolean))
        expect(ids).toContain(id);
    }
  }
});
