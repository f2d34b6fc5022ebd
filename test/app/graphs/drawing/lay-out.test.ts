import { describe, expect, it } from "vitest";
import { layOut } from "../../../../app/graphs/drawing/lay-out.ts";
import { charts } from "../../../../machines/charts.ts";
import { graphOf } from "../../../../machines/graph/graph.ts";
import { viewOf } from "../../../../machines/graph/view.ts";
import { crossings, curveOf, isInside, overlap } from "./geometry.ts";

const drawn = charts.map((chart) => {
  const view = viewOf(graphOf(chart));
  return { code: chart.code, view, layout: layOut(view) };
});

describe.each(drawn)("the drawing of $code", ({ view, layout }) => {
  const nodes = Object.entries(layout.nodes);
  const labels = Object.entries(layout.edges).flatMap(([id, { label }]) =>
    label ? [[id, label] as const] : [],
  );

  it("has a place for every node, edge and label, all inside it", () => {
    expect(nodes.map(([id]) => id)).toEqual(view.nodes.map(({ id }) => id));
    expect(Object.keys(layout.edges).sort()).toEqual(view.edges.map(({ id }) => id).sort());
    expect(labels.map(([id]) => id).sort()).toEqual(
      view.edges.flatMap(({ id, label }) => (label === "" ? [] : [id])).sort(),
    );
    for (const [, [x, y, width, height]] of [...nodes, ...labels]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.width);
      expect(y + height).toBeLessThanOrEqual(layout.height);
    }
  });

  it("has no overlap of labels and nodes", () => {
    const boxes = [...nodes, ...labels];
    const clashes = boxes.flatMap(([id, box], index) =>
      boxes.slice(index + 1).flatMap(([other, its]) => (overlap(box, its) ? [`${id} on ${other}`] : [])),
    );
    expect(clashes).toEqual([]);
  });

  it("draws no edge through a node", () => {
    const through = view.edges.flatMap(({ id, source, target }) => {
      const points = curveOf(layout.edges[id]!.curve);
      return nodes.flatMap(([node, box]) =>
        node !== source && node !== target && points.some((point) => isInside(point, box))
          ? [`${id} through ${node}`]
          : [],
      );
    });
    expect(through).toEqual([]);
  });

  it("has two crossings at most", () => {
    expect(crossings(view, layout).length).toBeLessThanOrEqual(2);
  });
});

it("a layout is the same every time", () => {
  const { view, layout } = drawn.find(({ code }) => code === "v4nv")!;
  expect(layOut(view)).toEqual(layout);
});

it("a drawing is narrow enough to be read on a phone after a scroll or two", () => {
  for (const { layout } of drawn) expect(layout.width).toBeLessThan(2 * 390);
});
