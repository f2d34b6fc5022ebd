import type { Graph } from "../../../machines/graph/graph.ts";
import type { View, Way } from "../../../machines/graph/view.ts";
import styles from "../ui/tables.module.css";
import { titlesIn } from "../ui/title-of.ts";

/** The whole chart as a table: every way between two places, with its guards and actions by name. */
export function WaysTable({ view, graph }: { view: View; graph: Graph }) {
  const titleOf = titlesIn(view);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Table of all ways, scrollable">
      <table className={styles.table}>
        <caption>Every way between two places of {view.code}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">When</th>
            <th scope="col">Guards</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {view.edges.map(({ id, source, target, label, ways }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`?at=${encodeURIComponent(source)}#picked`}>{titleOf(source)}</a>
              </th>
              <td>{titleOf(target)}</td>
              <td>{label || "always"}</td>
              <td>{listed(ways.map((way) => guardsOn(graph, way)))}</td>
              <td>{listed(ways.map(({ actions }) => actions.join(", ")))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The guards on a way as the chart writes them. */
export function guardsOn({ edges }: Graph, { via }: Way): string {
  const guards = via.flatMap((id) => edges.find((edge) => edge.id === id)?.guard || []);
  return guards.join(" and ");
}

function listed(texts: readonly string[]) {
  const unique = [...new Set(texts.filter(Boolean))];
  return unique.length === 0 ? "none" : unique.join("; ");
}
