import type { Compared } from "../../../services/experiments/types.ts";
import { dayInWords } from "./day-in-words.ts";
import styles from "./lift-chart.module.css";

type Looks = Compared["looks"];

const [width, height] = [640, 220];
/** Room for numbers at the left and dates below. */
const [left, right, top, bottom] = [80, 12, 12, 28];

/** Lifts beyond twice this one's distance from 0 are cut: the first days allow nearly anything. */
const leastShown = 0.1;

/** An arm's lift and confidence sequence up to each day; the table has the same numbers. @param range the latest, in words */
export function LiftChart({ arm, range, looks }: { arm: string; range: string; looks: Looks }) {
  const last = looks.at(-1);
  if (!last) return null;
  const most = extentOf(looks);
  const x = (index: number) =>
    left + (width - left - right) * (looks.length === 1 ? 0.5 : index / (looks.length - 1));
  const y = (lift: number) =>
    top + ((height - top - bottom) * (most - Math.min(most, Math.max(-most, lift)))) / (2 * most);
  const points = (of: (look: Looks[number]) => number) =>
    looks.map((look, index) => `${x(index).toFixed(1)},${y(of(look)).toFixed(1)}`);
  const band = [...points(({ high }) => high ?? most), ...points(({ low }) => low).reverse()];
  const ticks = [most, most / 2, 0, -most / 2, -most];
  return (
    <figure className={styles.figure}>
      <figcaption>
        {arm}: {range}
      </figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {ticks.map((lift) => (
          <g key={lift} data-zero={lift === 0 || undefined}>
            <line x1={left} x2={width - right} y1={y(lift)} y2={y(lift)} />
            <text x={left - 8} y={y(lift) + 5} textAnchor="end">
              {`${lift > 0 ? "+" : lift < 0 ? "−" : ""}${Math.round(Math.abs(100 * lift))}%`}
            </text>
          </g>
        ))}
        <polygon points={band.join(" ")} />
        <polyline points={points(({ estimate, low }) => estimate ?? low).join(" ")} />
        <text x={left} y={height - 6}>
          {dayInWords(looks[0]!.day)}
        </text>
        {looks.length > 1 && (
          <text x={width - right} y={height - 6} textAnchor="end">
            {dayInWords(last.day)}
          </text>
        )}
      </svg>
    </figure>
  );
}

/** How far the axis goes up and down: what the later half of the days needs, rounded up to a tenth. */
function extentOf(looks: Looks): number {
  const later = looks.slice(Math.floor(looks.length / 2));
  const ends = later.flatMap(({ low, high, estimate }) => [-low, high ?? 1, Math.abs(estimate ?? 0)]);
  return Math.ceil(10 * Math.min(2, Math.max(leastShown, ...ends))) / 10;
}
