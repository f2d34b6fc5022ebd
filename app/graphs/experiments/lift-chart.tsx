import type { Compared } from "../../../services/experiments/types.ts";
import { Plot, plotSize } from "../ui/plot.tsx";
import { dayInWords } from "./day-in-words.ts";
import styles from "./lift-chart.module.css";

type Looks = Compared["looks"];

/** Lifts beyond twice this one's distance from 0 are cut: the first days allow nearly anything. */
const leastShown = 0.1;

/** An arm's lift and confidence sequence up to each day. @param range the latest, in words */
export function LiftChart({ arm, range, looks }: { arm: string; range: string; looks: Looks }) {
  const last = looks.at(-1);
  if (!last) return null;
  const most = extentOf(looks);
  const x = (index: number) => plotSize * (looks.length === 1 ? 0.5 : index / (looks.length - 1));
  const y = (lift: number) => (plotSize * (most - Math.min(most, Math.max(-most, lift)))) / (2 * most);
  const points = (of: (look: Looks[number]) => number) =>
    looks.map((look, index) => `${x(index).toFixed(1)},${y(of(look)).toFixed(1)}`);
  const band = [...points(({ high }) => high ?? most), ...points(({ low }) => low).reverse()];
  return (
    <figure className={styles.figure}>
      <figcaption>
        {arm}: {range}
      </figcaption>
      <Plot
        ticks={[-2, -1, 0, 1, 2].map((halves) => ({
          at: (halves + 2) / 4,
          text: signed((halves * most) / 2),
          isZero: halves === 0,
        }))}
        labels={[
          { at: 0, text: dayInWords(looks[0]!.day) },
          ...(looks.length > 1 ? [{ at: 1, text: dayInWords(last.day) }] : []),
        ]}
      >
        <polygon points={band.join(" ")} />
        <polyline points={points(({ estimate, low }) => estimate ?? low).join(" ")} />
      </Plot>
    </figure>
  );
}

function signed(lift: number): string {
  return `${lift > 0 ? "+" : lift < 0 ? "−" : ""}${Math.round(Math.abs(100 * lift))}%`;
}

/** How far the axis goes up and down: what the later half of the days needs, rounded up to a tenth. */
function extentOf(looks: Looks): number {
  const later = looks.slice(Math.floor(looks.length / 2));
  const ends = later.flatMap(({ low, high, estimate }) => [-low, high ?? 1, Math.abs(estimate ?? 0)]);
  return Math.ceil(10 * Math.min(2, Math.max(leastShown, ...ends))) / 10;
}
