import { say } from "../numbers/table.ts";
import type { Chart, Line, Mark } from "./charts.ts";
import styles from "./time-chart.module.css";

const [width, height] = [960, 300];
/** Room for numbers at the left, marks above and steps below. */
const [left, right, top, bottom] = [84, 20, 34, 34];
const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];

type Props = {
  chart: Chart;
  /** The steps in words, and as marks name them. */
  labels: readonly string[];
  at: readonly number[];
  marks: readonly Mark[];
};

/** Lines over time, with numbered marks; the table below has the same numbers. */
export function TimeChart({ chart: { name, title, unit, lines, band }, labels, at, marks }: Props) {
  const most = roundedUp(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))), unit);
  const x = (index: number) => left + innerWidth * (labels.length === 1 ? 0.5 : index / (labels.length - 1));
  const y = (value: number) => top + innerHeight * (1 - Math.min(value, most) / most);
  const point = (value: number, index: number) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`;
  const ticks = [0, 0.5, 1].map((part) => part * most);
  return (
    <figure className={styles.figure} data-chart={name}>
      <figcaption>{title}</figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 5} textAnchor="end">
              {unit === "percent" ? `${Math.round(100 * tick)} %` : say(tick, "count")}
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
        {ends(labels.length).map((index) => (
          <text
            key={index}
            x={x(index)}
            y={height - 8}
            textAnchor={labels.length === 1 ? "middle" : index === 0 ? "start" : "end"}
          >
            {labels[index]}
          </text>
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
        {band && <li>Shaded: the 95 % interval of {lines[0]!.name.toLowerCase()}</li>}
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

const ends = (count: number) => (count > 1 ? [0, count - 1] : [0]);

/** The next 1, 2 or 5 times a power of ten, so that the axis has whole numbers; shares go up in tenths. */
function roundedUp(value: number, unit: Chart["unit"]): number {
  if (unit === "percent") return Math.max(0.1, Math.ceil(10 * value) / 10);
  const power = 10 ** Math.floor(Math.log10(Math.max(2, value)));
  return [1, 2, 4, 6, 8, 10].map((each) => each * power).find((each) => each >= Math.max(2, value))!;
}
