import { say } from "../numbers/table.ts";
import { namedOf, ticksTo } from "./axis.ts";
import type { Chart, Line, Mark } from "./charts.ts";
import styles from "./time-chart.module.css";

const [width, height] = [960, 300];
/** Room for numbers at the left, marks above and steps below. */
const [left, right, top, bottom] = [84, 20, 34, 34];
const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];

type Props = {
  chart: Chart;
  /** The intervals in words, and as marks name them. */
  labels: readonly string[];
  at: readonly number[];
  marks: readonly Mark[];
};

/** Lines over time with numbered events. Hidden from screen readers, which have the same numbers in the table below. */
export function TimeChart({ chart: { name, title, unit, lines, band }, labels, at, marks }: Props) {
  const ticks = ticksTo(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))), unit);
  const most = ticks.at(-1)!;
  const x = (index: number) => left + innerWidth * (labels.length === 1 ? 0.5 : index / (labels.length - 1));
  const y = (value: number) => top + innerHeight * (1 - Math.min(value, most) / most);
  const point = (value: number, index: number) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`;
  const slot = labels.length === 1 ? innerWidth : innerWidth / (labels.length - 1);
  const happened = new Map(marks.map(({ at, texts }) => [at, texts]));
  return (
    <figure className={styles.figure} data-chart={name}>
      <figcaption>{title}</figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 5} textAnchor="end">
              {written(tick, unit)}
            </text>
          </g>
        ))}
        {marks.map((mark, number) => {
          const index = at.indexOf(mark.at);
          return (
            index >= 0 && (
              <g key={mark.at} className={styles.mark}>
                <title>{`${labels[index]}: ${mark.texts.join(", ")}`}</title>
                <line x1={x(index)} x2={x(index)} y1={top} y2={height - bottom} />
                <text x={x(index)} y={top - 8} textAnchor="middle">
                  {number + 1}
                </text>
              </g>
            )
          );
        })}
        {band &&
          stretches(band.low).map(([from, to]) => (
            <polygon
              key={from}
              points={[
                ...band.high.slice(from, to).map((value, index) => point(value!, from + index)),
                ...band.low
                  .slice(from, to)
                  .map((value, index) => point(value!, from + index))
                  .reverse(),
              ].join(" ")}
            />
          ))}
        {lines.map((line, number) => (
          <Drawn key={line.name} {...{ line, number, point }} />
        ))}
        {namedOf(labels.length, labels[0]!.length > 10 ? 4 : 8).map((index, number) => (
          <text
            key={index}
            x={x(index)}
            y={height - 8}
            textAnchor="middle"
            data-more={number % 3 > 0 || undefined}
          >
            {labels[index]}
          </text>
        ))}
        {labels.map((label, index) => (
          <rect
            key={label}
            className={styles.slot}
            x={Math.max(left, x(index) - slot / 2)}
            y={top}
            width={slot}
            height={innerHeight}
          >
            <title>
              {[
                label,
                ...lines.map(({ name: line, values }) => {
                  const value = values[index] ?? null;
                  return `${line}: ${value === null ? "–" : unit === "percent" ? say(value, "percent") : say(value, "count")}`;
                }),
                ...(happened.get(at[index]!) ?? []),
              ].join("\n")}
            </title>
          </rect>
        ))}
      </svg>
      <ul className={styles.names}>
        {lines.map((line, number) => (
          <li key={line.name} data-line={number}>
            <svg viewBox="0 0 32 8" aria-hidden="true">
              <line x1="0" x2="32" y1="4" y2="4" />
            </svg>
            {line.name}
          </li>
        ))}
        {band && <li>Shaded: 95% confidence interval of {lines[0]!.name.toLowerCase()}</li>}
      </ul>
    </figure>
  );
}

type DrawnProps = { line: Line; number: number; point: (value: number, index: number) => string };

/** A line with gaps where nothing is known; a lone point is a dot. */
function Drawn({ line: { values }, number, point }: DrawnProps) {
  return (
    <g data-line={number}>
      {stretches(values).map(([from, to]) => {
        const points = values.slice(from, to).map((value, index) => point(value!, from + index));
        const [cx, cy] = points[0]!.split(",");
        return to - from === 1 ? (
          <circle key={from} cx={cx} cy={cy} r={3} />
        ) : (
          <polyline key={from} points={points.join(" ")} />
        );
      })}
    </g>
  );
}

/** From where to where values are known, the end left out. */
function stretches(values: readonly (number | null)[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const last = found.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  });
  return found;
}

const written = (tick: number, unit: Chart["unit"]) =>
  unit === "percent" ? `${Number((100 * tick).toFixed(1))}%` : say(tick, "count");
