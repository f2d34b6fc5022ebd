import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { marksOf } from "../../../../app/graphs/drawing/marks.ts";
import { foundIn, nodesWith } from "../../../../app/graphs/drawing/search.ts";
import { StepGraph, type StepGraphProps } from "../../../../app/graphs/drawing/step-graph.tsx";
import { overlap, placePills, type Weights } from "../../../../app/graphs/drawing/weights.ts";

const v4nv = (await chartOf("v4nv"))!;
const drawn = (more: Partial<StepGraphProps> = {}) =>
  renderToStaticMarkup(<StepGraph view={v4nv.view} layout={v4nv.layout} {...more} />);

/** The boxes and curves of a drawing, which no number may move. */
const geometryOf = (svg: string) => ({
  boxes: [
    ...svg.matchAll(
      /data-node="([^"]*)"[^>]*>(?:<a [^>]*>)?<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g,
    ),
  ].map((box) => box.slice(1)),
  curves: [...svg.matchAll(/<path d="(M[^"]*C[^"]*)"/g)].map(([, curve]) => curve),
});
const groupOf = (svg: string, id: string) => {
  const from = svg.indexOf(`="${id.replace(">", "&gt;")}"`);
  return svg.slice(from, svg.indexOf("</g>", from));
};

describe("the description of a drawing", () => {
  it.each(["c", "v4nv", "order"])("the drawing of %s can be understood without being seen", async (code) => {
    const { view, layout } = (await chartOf(code))!;
    const svg = renderToStaticMarkup(<StepGraph view={view} layout={layout} />);
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="([\w-]+-title) ([\w-]+-description)"/);
    expect(svg).toMatch(
      /<title id="[\w-]+-title">[^<]+<\/title><desc id="[\w-]+-description">[^<]+not drawn\.<\/desc>/,
    );
    expect(svg).not.toMatch(/<!--|graphviz|style=/i);
  });
});

describe("a drawing with numbers", () => {
  const ids = v4nv.view.edges.map(({ id }) => id);
  const weights: Weights = {
    nodes: { AtFault: { share: 0.5, text: "1,204" }, HasLawyer: { share: 0 } },
    edges: {
      [ids[0]!]: { share: 1, text: "12 %" },
      [ids[1]!]: { share: 0 },
      "gone->elsewhere": { share: 1 },
    },
  };

  it("has every node and edge where the one without has it", () => {
    const plain = geometryOf(drawn());
    expect(plain.boxes).toHaveLength(v4nv.view.nodes.length);
    expect(plain.curves).toHaveLength(v4nv.view.edges.length);
    expect(geometryOf(drawn({ weights }))).toEqual(plain);
  });

  it("says its numbers, draws busier edges wider, and draws empty ones dotted", () => {
    const svg = drawn({ weights });
    expect(groupOf(svg, "AtFault")).toContain("1,204");
    expect(groupOf(svg, ids[0]!)).toMatch(/stroke-width="7".*12 %/);
    expect(groupOf(svg, ids[1]!)).toContain("stroke-dasharray");
    expect(groupOf(svg, ids[2]!)).toContain('stroke-width="1.25"');
  });

  it("keeps every number inside the drawing", async () => {
    const heavy = (ids: string[]) =>
      Object.fromEntries(ids.map((id) => [id, { share: 1, text: "1,000,000" }]));
    for (const code of ["v4nv", "one-page", "phone-code"]) {
      const { view, layout } = (await chartOf(code))!;
      const everywhere = { nodes: heavy(Object.keys(layout.nodes)), edges: heavy(Object.keys(layout.edges)) };
      const svg = renderToStaticMarkup(<StepGraph view={view} layout={layout} weights={everywhere} />);
      for (const [, x, y, width, height] of svg.matchAll(
        /<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
      )) {
        expect(Math.min(Number(x), Number(y)), code).toBeGreaterThanOrEqual(0);
        expect(Number(x) + Number(width), code).toBeLessThanOrEqual(layout.width);
        expect(Number(y) + Number(height), code).toBeLessThanOrEqual(layout.height);
      }
    }
  });
});

describe("a drawing", () => {
  it("a drawing is one image, or has a link for every state, with an accessible name", () => {
    expect(drawn()).toMatch(/role="img"/);
    expect(drawn()).not.toContain("<a ");
    const linked = drawn({ hrefOf: (id) => `?at=${id}` });
    expect(linked).toMatch(/role="group"/);
    expect(linked).toMatch(/<a href="\?at=AtFault"><rect .* aria-label="At fault, question"/);
    expect(linked.match(/<text [^>]*aria-label/g)).toHaveLength(v4nv.view.nodes.length);
    expect(linked.match(/<a [^>]*tabindex="-1" aria-hidden="true"/gi)).toHaveLength(
      2 * v4nv.view.edges.length,
    );
  });

  it("nodes can carry several marks", () => {
    const svg = drawn({ marks: marksOf({ here: ["AtFault"], passed: ["AtFault", "HasLawyer"], found: [] }) });
    expect(svg).toContain('data-node="AtFault" data-kind="step" data-mark="here passed"');
    expect(svg).toContain('data-node="HasLawyer" data-kind="step" data-mark="passed"');
    expect(svg.match(/data-mark/g)).toHaveLength(2);
  });
});

describe("the search for states", () => {
  it("states are found by all words typed, in any order and case", () => {
    const { nodes } = v4nv.view;
    expect(nodesWith("LAWYER has", nodes)).toEqual(["HasLawyer", "ConfirmationHasLawyer"]);
    expect(nodesWith("  ", nodes)).toEqual([]);
    expect(nodesWith("lawyer nowhere", nodes)).toEqual([]);
  });

  it("states are found by their question's heading, fields and guards", () => {
    const found = (words: string) => foundIn(words, v4nv);
    expect(found("hurt")).toEqual(["WasUserInjured"]);
    expect(found("at_Fault")).toEqual(["AtFault"]);
    expect(found("seriousRecentAndAtFault")).not.toEqual([]);
    expect(found("lawyer")).toEqual(nodesWith("lawyer", v4nv.view.nodes));
  });
});

describe("the layout of a drawing", () => {
  it("a chart is drawn from top to bottom, or from left to right on request", async () => {
    const [wide, tall] = [(await chartOf("c", true))!, (await chartOf("c"))!];
    expect(wide.layout.width).toBeGreaterThan(2 * wide.layout.height);
    expect(tall.layout.height).toBeGreaterThan(tall.layout.width);
  });

  it("numbers overlap neither states, nor labels, nor each other", async () => {
    for (const code of ["v4nv", "v7", "dui", "c"]) {
      const { view, layout } = (await chartOf(code))!;
      const edges = Object.fromEntries(view.edges.map(({ id }) => [id, { share: 0.5, text: "12 %" }]));
      const pills = Object.entries(placePills(view, layout, { edges }));
      const others = [
        ...Object.values(layout.nodes),
        ...Object.values(layout.edges).flatMap(({ label }) => (label ? [label] : [])),
      ];
      const onOthers = pills.filter(([id, box]) =>
        [...others, ...pills.filter(([other]) => other !== id).map(([, each]) => each)].some((other) =>
          overlap(box, other),
        ),
      );
      expect(
        onOthers.map(([id]) => id),
        code,
      ).toEqual([]);
    }
  });
});

describe("the length of a chart", () => {
  it("the questions of a chart are counted in all, and on its shortest and longest path", async () => {
    expect((await chartOf("c"))!.lengths).toEqual({ steps: 10, shortest: 9, longest: 10 });
    expect((await chartOf("benefits"))!.lengths).toEqual({ steps: 3, shortest: 3, longest: 3 });
  });
});
