import type { Compared } from "../../../services/analytics/types.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import together from "../ui/sides.module.css";
import styles from "./compared-drawing.module.css";
import { comparedWeights } from "./compared-weights.ts";

type Props = { charts: readonly Chart[]; compared: Compared; query: URLSearchParams };

/** Both sides on one chart. Of two charts each is drawn, and transitions of one alone are faint. */
export function ComparedDrawing({ charts, compared, query }: Props) {
  const weights = comparedWeights(compared);
  const differing = compared.ways.filter(({ taken }) => taken.isSignificant).length;
  return (
    <section aria-labelledby="drawn">
      <h2 id="drawn" className={styles.title}>
        Where paths differ
      </h2>
      <p className={styles.legend}>
        Labels are the share in A → in B (“12 → 18%”), or counts below 20 sessions (“1/3 → 1/1”).{" "}
        <span className={styles.a}>Blue</span> transitions are taken more in A,{" "}
        <span className={styles.b}>orange</span> ones more in B; a wider line is a larger difference. Thin
        gray lines do not differ significantly.{" "}
        <strong>
          {differing === 0
            ? "No transition differs significantly."
            : `${differing} ${differing === 1 ? "transition differs" : "transitions differ"} significantly.`}
        </strong>{" "}
        See <a href="#ways">the table</a>.
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
