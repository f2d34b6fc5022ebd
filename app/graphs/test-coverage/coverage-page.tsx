import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import type { Weights } from "../drawing/weights.ts";
import { addressWith } from "../ui/address.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { type Coverage, type Extent, extentsOf, type Takers, type Walker, walkers } from "./coverage.ts";
import styles from "./coverage-page.module.css";
import { CoverageTable } from "./coverage-table.tsx";
import { PickedCoverage } from "./picked-coverage.tsx";

/** @property coverage null where it was counted on another chart than today's, or not yet */
type Props = { chart: Chart; coverage: Coverage | null; query: URLSearchParams };

/** Which ways of a chart its tests take. */
export function CoveragePage({ chart, coverage, query }: Props) {
  const { code } = chart.view;
  return (
    <GraphLayout
      title={`Test coverage of ${code}`}
      chart={{ code, page: "coverage", isSurvey: true }}
      lead="Which ways the tests take: paths through the chart alone with every answer and outcome, and visits that a browser walks on the running site."
    >
      {coverage ? (
        <Counted chart={chart} coverage={coverage} query={query} />
      ) : (
        <p role="alert" className={styles.note}>
          The chart has changed since its tests were counted. <code>npm run tool -- graphs</code> counts them.
        </p>
      )}
    </GraphLayout>
  );
}

function Counted({ chart, coverage, query }: Props & { coverage: Coverage }) {
  const { view, layout, texts } = chart;
  const by: Walker = query.get("by") === "walks" ? "walks" : "paths";
  const at = query.get("at") ?? "";
  const extents = extentsOf(view, coverage, by);
  const idsOf = (wanted: Extent) => [...extents].flatMap(([id, extent]) => (extent === wanted ? id : []));
  const marks = marksOf({
    picked: [at],
    found: foundIn(query.get("find") ?? "", chart),
    lost: idsOf("none"),
    changed: idsOf("some"),
    faint: idsOf("impossible"),
  });
  return (
    <>
      <ul className={styles.sums}>
        {(["paths", "walks"] as const).map((name) => (
          <li key={name}>{inWords(coverage, name)}</li>
        ))}
      </ul>
      <nav aria-label="What is drawn" className={styles.choice}>
        {Object.entries(walkers).map(([name, words]) => (
          <a
            key={name}
            href={addressWith(query, { by: name })}
            aria-current={name === by ? "true" : undefined}
          >
            {words}
          </a>
        ))}
      </nav>
      <p className={styles.legend}>
        Numbers say how many come by. Red and dashed: none does. Yellow: some do, but not every way that the
        arrow is drawn for is taken. Faded: no visit can take it.
      </p>
      <div className={styles.columns}>
        <ChartFrame
          {...{ view, layout, marks, texts, query }}
          weights={weightsOf(coverage, by)}
          zoom={zoomIn(query)}
          pick={(id) => ({ at: id })}
        />
        <PickedCoverage view={view} coverage={coverage} id={at} />
      </div>
      <CoverageTable view={view} coverage={coverage} extents={extents} by={by} />
    </>
  );
}

/** `153 path tests take 70 of the 71 ways that a visit can take.` */
function inWords({ all, edges }: Coverage, by: Walker): string {
  const ways = Object.values(edges).flatMap((edge) => edge.ways);
  const possible = ways.filter(({ impossible }) => impossible === undefined);
  const taken = possible.filter((way) => way[by] > 0);
  return `${walkers[by]}: ${all[by]}, which take ${taken.length} of the ${possible.length} ways that a visit can take.`;
}

function weightsOf({ all, nodes, edges }: Coverage, by: Walker): Weights {
  const weigh = (of: Record<string, Takers>) =>
    Object.fromEntries(
      Object.entries(of).map(([id, takers]) => [
        id,
        { share: takers[by] / Math.max(1, all[by]), text: String(takers[by]) },
      ]),
    );
  return { nodes: weigh(nodes), edges: weigh(edges) };
}
