import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createMachine } from "xstate";
import { charts } from "../../../machines/charts.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { pathsOf } from "../../../machines/graph/paths.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { variants } from "../../../machines/registry.ts";
import { allFiles, filesOf, folders } from "../../../tools/graphs/files-of.ts";
import { machineTextOf } from "../../../tools/graphs/formats/machine-text.ts";
import { scxmlOf } from "../../../tools/graphs/formats/scxml.ts";
import { graphFromScxml } from "../../machines/graph/scxml-reader.ts";
import { farGuards } from "../../paths/model/far-guards.ts";
import { root } from "../../support/source-files.ts";

const made = allFiles(charts);

describe("the files of the charts", () => {
  it("are committed as they are made, the exports aside: `npm run tool -- graphs` writes them", () => {
    const committed = [folders.texts, folders.layouts].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    const expected = [...made].filter(([path]) => !path.startsWith(folders.exports));
    expect(committed.sort()).toEqual(expected.map(([path]) => path).sort());
    const changed = expected.filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text);
    expect(changed.map(([path]) => path)).toEqual([]);
  });

  it("are the same every time", () => {
    const chart = charts.find(({ code }) => code === "v4nv")!;
    for (const [path, text] of filesOf(chart)) expect(text === made.get(path), path).toBe(true);
  });

  it("name the file each variant is written in", () => {
    for (const code of variants.keys())
      expect(existsSync(join(root, `machines/variants/${code}.ts`))).toBe(true);
  });
});

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

/** Without what SCXML has no place for. */
const spoken = (graph: ReturnType<typeof graphOf>) => ({
  ...graph,
  nodes: graph.nodes.map(({ meta, ...node }) => node),
});

describe.each([...charts, { code: "far", machine: farGuards }])("the SCXML of $code", (chart) => {
  const graph = graphOf(chart);
  const read = graphFromScxml(scxmlOf(graph));

  it("is read back as the same nodes and edges", () => {
    expect(read).toEqual(spoken(graph));
  });

  it("has the same paths", () => {
    const paths = pathsOf(viewOf(read));
    expect(paths).toEqual(pathsOf(viewOf(graph)));
    const drawn = (given: typeof graph) =>
      viewOf(given).edges.flatMap(({ ways }) => ways.map(({ via }) => via));
    expect(drawn(read)).toEqual(drawn(graph));
  });
});
