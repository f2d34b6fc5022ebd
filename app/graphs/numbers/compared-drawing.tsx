import type { Compared } from "../../../services/analytics/types.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import together from "../ui/sides.module.css";
import styles from "./compared-drawing.module.css";
import { comparedWeights } from "./compared-weights.ts";

type Props = { charts: readonly Chart[]; compared: Compared; query: URLSearchParams };

/** Both sides on the chart; where they are of two charts, on each, what only one of them has drawn faintly. */
export function ComparedDrawing({ charts, compared, query }: Props) {
  const weights = comparedWeights(compared);
  const differing = compared.ways.filter(({ taken }) => taken.isSignificant).length;
  return (
    <section aria-labelledby="drawn">
      <h2 id="drawn" className={styles.title}>
        Ways taken, on the chart
      </h2>
      <p className={styles.legend}>
        Numbers are the shares of A and B: “12 → 18 %”, of fewer than 20 sessions “1/3 → 1/1”.{" "}
        <span className={styles.a}>Blue</span> ways are taken more by A,{" "}
        <span className={styles.b}>orange</span> ones by B, the wider the more. Thin gray lines may differ by
        chance alone.{" "}
        <strong>
          {differing === 0
            ? "No way differs by more than chance."
            : `${differing} ${differing === 1 ? "way differs" : "ways differ"} by more than chance.`}
        </strong>{" "}
        The same is in a <a href="#ways">table</a>.
      </p>
      <div
        className={charts.length > 1 ? together.sides : undefined}
        {...(charts.length > 1 && { "data-together": "" })}
      >
        {charts.map((chart) => {
          const { view, layout, texts } = chart;
          const onlyHere = view.edges.filter(({ id }) => !weights.edges?.[id]).map(({ id }) => id);
          const marks = marksOf({
            found: foundIn(query.get("find") ?? "", chart),
            faint: charts.length > 1 ? onlyHere : [],
          });
          return (
            <ChartFrame
              key={view.code}
              {...{ view, layout, texts, marks, weights, query }}
              zoom={zoomIn(query)}
            />
          );
        })}
      </div>
    </section>
  );
}
