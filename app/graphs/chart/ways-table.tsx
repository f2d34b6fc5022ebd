import type { Graph } from "../../../machines/graph/graph.ts";
import type { View, Way } from "../../../machines/graph/view.ts";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { titlesIn } from "../ui/title-of.ts";

/** Every transition of a chart, with the names of its guards and actions. */
export function WaysTable({ view, graph }: { view: View; graph: Graph }) {
  const titleOf = titlesIn(view);
  return (
    <ScrollTable
      label="Transitions"
      caption={`All transitions of ${view.code}`}
      heads={["From", "To", "When", "Guards", "Actions"]}
      rows={view.edges.map(({ id, source, target, label, ways }) => ({
        key: id,
        cells: [
          <a key={id} href={`?at=${encodeURIComponent(source)}#picked`}>
            {titleOf(source)}
          </a>,
          titleOf(target),
          label || "always",
          listed(ways.map((way) => guardsOn(graph, way))),
          listed(ways.map(({ actions }) => actions.join(", "))),
        ],
      }))}
    />
  );
}

/** The guards on a branch, in the chart's notation. */
export function guardsOn({ edges }: Graph, { via }: Way): string {
  const guards = via.flatMap((id) => edges.find((edge) => edge.id === id)?.guard || []);
  return guards.join(" and ");
}

function listed(texts: readonly string[]) {
  const unique = [...new Set(texts.filter(Boolean))];
  return unique.length === 0 ? "none" : unique.join("; ");
}
