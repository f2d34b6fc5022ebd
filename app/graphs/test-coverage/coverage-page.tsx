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

/** @property coverage null if it is missing, or was recorded for another version of the chart */
type Props = { chart: Chart; coverage: Coverage | null; query: URLSearchParams };

/** Which transitions of a chart its tests cover. */
export function CoveragePage({ chart, coverage, query }: Props) {
  const { code } = chart.view;
  return (
    <GraphLayout
      title={`Test coverage of ${code}`}
      chart={{ code, page: "coverage", isSurvey: true }}
      lead="Which transitions the tests cover. Path tests run the chart alone, with every answer and service result; browser walks run the whole site."
    >
      {coverage ? (
        <Counted chart={chart} coverage={coverage} query={query} />
      ) : (
        <p role="alert" className={styles.note}>
          The chart has changed since its coverage was recorded. Run <code>npm run tool -- graphs</code> to
          update it.
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
      <nav aria-label="Tests shown" className={styles.choice}>
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
        Numbers count the tests that pass. Red and dashed: not covered. Yellow: only some branches of the
        transition are covered. Faded: no visit can take it.
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

/** `Path tests: 153, covering 70 of 71 possible branches.` */
function inWords({ all, edges }: Coverage, by: Walker): string {
  const ways = Object.values(edges).flatMap((edge) => edge.ways);
  const possible = ways.filter(({ impossible }) => impossible === undefined);
  const taken = possible.filter((way) => way[by] > 0);
  return `${walkers[by]}: ${all[by]}, covering ${taken.length} of ${possible.length} possible branches.`;
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
