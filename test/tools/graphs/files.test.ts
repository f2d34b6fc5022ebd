import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { scxmlOf } from "../../../app/graphs/formats/scxml.ts";
import { charts } from "../../../machines/charts.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { pathsOf } from "../../../machines/graph/paths.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { variants } from "../../../machines/registry.ts";
import { allFiles, filesOf, folders } from "../../../tools/graphs/files-of.ts";
import { graphFromScxml } from "../../machines/graph/scxml-reader.ts";
import { farGuards } from "../../paths/model/far-guards.ts";
import { root } from "../../support/source-files.ts";

const made = allFiles(charts);
const svgs = [...made].filter(([path]) => path.endsWith(".svg"));

describe("the files of the charts", () => {
  it("are those that are kept: `npm run tool -- graphs` writes them anew", () => {
    const kept = Object.values(folders).flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(kept.sort()).toEqual([...made.keys()].sort());
    const changed = [...made].filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text);
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

it.each(svgs)(
  "%s can be understood without being seen, and holds nothing of the tool that laid it out",
  (_, svg) => {
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="([\w-]+-title) ([\w-]+-description)"/);
    expect(svg).toMatch(
      /<title id="[\w-]+-title">[^<]+<\/title><desc id="[\w-]+-description">[^<]+not drawn\.<\/desc>/,
    );
    expect(svg).not.toMatch(/<!--|graphviz|style=/i);
  },
);

describe.each(charts)("the text of $code for Stately Studio", ({ code, machine }) => {
  it("is a machine with the same graph", async () => {
    const path = join(root, folders.texts, `${code}.machine.ts`);
    const { machine: read } = (await import(path)) as { machine: AnyStateMachine };
    expect(graphOf({ code, machine: read })).toEqual(graphOf({ code, machine }));
  });
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
