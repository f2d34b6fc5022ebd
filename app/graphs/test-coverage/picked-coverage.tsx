import type { View } from "../../../machines/graph/view.ts";
import { Facts } from "../ui/facts.tsx";
import panel from "../ui/panel.module.css";
import styles from "../ui/picked.module.css";
import { titlesIn } from "../ui/title-of.ts";
import type { Coverage, Takers, WayTakers } from "./coverage.ts";

type Props = { view: View; coverage: Coverage; id: string };

/** The tests that cover the selected node or edge, branch by branch. */
export function PickedCoverage({ view, coverage, id }: Props) {
  const titleOf = titlesIn(view);
  const edge = view.edges.find((each) => each.id === id);
  const node = view.nodes.find((each) => each.id === id);
  const said = takersOf(coverage);
  return (
    <section id="picked" className={`${panel.panel} ${styles.picked}`} aria-labelledby="picked-title">
      {edge ? (
        <>
          <h2 id="picked-title">
            {titleOf(edge.source)} to {titleOf(edge.target)}
          </h2>
          <p className={styles.question}>{edge.label || "always"}</p>
          {edge.ways.map((way, index) => (
            <div key={way.via.join(" ")}>
              {edge.ways.length > 1 && <h3>Branch {index + 1}</h3>}
              <Facts facts={wayFacts(way.via, coverage.edges[id]!.ways[index]!, said)} />
            </div>
          ))}
          <p className={styles.source}>
            <a href={`/graphs/${view.code}?${new URLSearchParams({ at: id })}#picked`}>
              Show guards in the chart
            </a>
          </p>
          <p className={styles.source}>
            <a href={`/graphs/${view.code}/simulate?${new URLSearchParams({ to: `way:${id}` })}`}>
              Simulate the shortest path here
            </a>
          </p>
        </>
      ) : node ? (
        <>
          <h2 id="picked-title">{node.title}</h2>
          <Facts facts={said(coverage.nodes[id]!)} />
        </>
      ) : (
        <>
          <h2 id="picked-title">Nothing selected</h2>
          <p>Select a state or transition to see which tests cover it.</p>
        </>
      )}
    </section>
  );
}

type Fact = [name: string, value: string];

function takersOf({ all }: Coverage) {
  return ({ paths, walks }: Takers): Fact[] => [
    ["Path tests", `${paths} of ${all.paths}`],
    ["Browser walks", `${walks} of ${all.walks}`],
  ];
}

function wayFacts(via: readonly string[], way: WayTakers, said: (takers: Takers) => Fact[]): Fact[] {
  return [
    ...said(way),
    ...(way.impossible === undefined ? [] : ([["Impossible because", way.impossible]] satisfies Fact[])),
    ["Transitions", via.join("\n")],
  ];
}
