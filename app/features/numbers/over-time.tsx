import type { View } from "../../../machines/graph/view.ts";
import type { Numbers } from "../../../services/features/numbers/types.ts";
import { Moment } from "../../graphs/ui/facts.tsx";
import { Select } from "./fields.tsx";
import { FilterForm } from "./filter-form.tsx";
import styles from "./numbers.module.css";
import { Plot, plotSize } from "./plot.tsx";
import { chosen, fileAt, showAddress } from "./query.ts";
import { Alarms, ofSurvey, QueryPage, Remarks, type Shown, UnknownViews } from "./query-page.tsx";
import { NumberTable } from "./tables/number-table.tsx";
import { say } from "./tables/table.ts";

/** A line of a chart: a value for each step, or null. */
type Line = { name: string; values: (number | null)[] };

/** Lines over the same steps. */
export type Chart = {
  name: string;
  title: string;
  unit: "count" | "percent";
  lines: Line[];
  /** The 95 % interval of the first line. */
  band?: { low: (number | null)[]; high: (number | null)[] };
};

/** The events of a step, in words. `at` as in the series. */
export type Mark = { at: number; texts: string[] };

export type SeriesShown = Shown & {
  view: View;
  numbers: Numbers | null;
  series: {
    step: string;
    /** Each interval in words, and as the marks name it. */
    labels: string[];
    at: number[];
    /** The last interval is not over. */
    isUnderWay: boolean;
    /** Sessions with a known day only. */
    unplaced: number;
    /** How many intervals are shown, where there are earlier ones. */
    most: number | undefined;
    timeZone: string;
  } | null;
  charts: Chart[];
  marks: Mark[];
  /** Steps, fields and services that can be shown over time, in words. */
  parts: Record<string, string>;
};

const stepNames = { hour: "Hour", day: "Day", week: "Week" };

export function SeriesPage(props: SeriesShown & { query: URLSearchParams }) {
  const { view, wrong, unavailable, numbers, series, parts, query } = props;
  const params = chosen(query, "step", query.get("step") ?? series?.step ?? "day");
  const asked = { params, wrong };
  return (
    <QueryPage
      wrong={wrong}
      unavailable={unavailable}
      {...ofSurvey(view.code, "time", query)}
      title={`${view.code} over time`}
      form={
        <FilterForm view={view} {...asked} numbers={numbers} summary="Interval, what is shown, and filters">
          <Select name="step" label="Interval" options={stepNames} {...asked} />
          <Select name="about" label="Of" options={{ "": "The whole survey", ...parts }} {...asked} />
        </FilterForm>
      }
    >
      {numbers && series && <Drawn {...props} numbers={numbers} series={series} />}
    </QueryPage>
  );
}

type DrawnProps = SeriesShown & {
  numbers: Numbers;
  series: NonNullable<SeriesShown["series"]>;
  query: URLSearchParams;
};

function Drawn({ view, numbers, series, charts, marks, tables, query }: DrawnProps) {
  const { labels, at, isUnderWay, unplaced, most, timeZone } = series;
  const byWeekday = new URLSearchParams([...query].filter(([name]) => !["step", "about"].includes(name)));
  byWeekday.set("by", "weekday");
  return (
    <>
      <Alarms numbers={numbers} query={query} view={view} />
      {labels.length > 0 &&
        charts.map((chart) => (
          <TimeChart
            key={chart.name}
            chart={chart}
            labels={labels}
            at={at}
            marks={marks}
            isUnderWay={isUnderWay}
          />
        ))}
      <Remarks numbers={numbers} query={query} view={view} />
      <UnknownViews numbers={numbers} query={query} />
      <p className={styles.counted}>
        Times are in {timeZone}. As of <Moment at={numbers.asOf} />.{" "}
        {most !== undefined &&
          `Only the latest ${say(most, "count")} ${stepNames[series.step as keyof typeof stepNames].toLowerCase()}s are shown. `}
        {unplaced > 0 && `${say(unplaced, "count")} sessions with no recorded hour are left out. `}
        <a href={showAddress(view.code, "values", byWeekday)}>Compare weekdays</a>
      </p>
      {tables.map((table) => (
        <NumberTable
          key={table.name}
          table={table}
          fileAt={fileAt(view.code, table.name, query)}
          query={query}
        />
      ))}
    </>
  );
}

/** How far apart the numbers of marks must be, as a share of the width: on a phone two digits need as much. */
const leastApart = 0.08;

/** How far apart gridlines may be, times a power of ten. */
const nice = [1, 2, 2.5, 5, 10];
/** A chart has at most so many gridlines above 0. */
const mostLines = 5;

/** The gridlines of an axis from 0 to at least `most`: few, at round numbers, so that a line fills its chart. */
function ticksTo(most: number, unit: Chart["unit"]): number[] {
  // Counts have no halves, and of a rate that hardly moves the axis must not show noise alone.
  const whole = Math.max(unit === "count" ? 2 : 0.1, most);
  const power = 10 ** Math.floor(Math.log10(whole / mostLines));
  const steps = nice.map((each) => each * power).filter((step) => unit !== "count" || Number.isInteger(step));
  const step = steps.find((each) => whole / each <= mostLines) ?? 1;
  const count = Math.ceil(whole / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, line) => Number((line * step).toPrecision(12)));
}

/** Which of so many intervals are named below the axis: the first, then evenly spaced ones. */
function namedOf(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
}

type Props = {
  chart: Chart;
  /** The intervals in words, and as marks name them. */
  labels: readonly string[];
  at: readonly number[];
  marks: readonly Mark[];
  /** The last interval is not over: its numbers still grow. */
  isUnderWay: boolean;
};

/** Lines over time with numbered events. */
export function TimeChart({
  chart: { name, title, unit, lines, band },
  labels,
  at,
  marks,
  isUnderWay,
}: Props) {
  const ticks = ticksTo(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))), unit);
  const most = ticks.at(-1)!;
  const x = (index: number) => (labels.length === 1 ? 0.5 : index / (labels.length - 1));
  const point = (value: number, index: number) =>
    `${(plotSize * x(index)).toFixed(1)},${(plotSize * (1 - Math.min(value, most) / most)).toFixed(1)}`;
  const slot = plotSize / Math.max(1, labels.length - 1);
  const happened = new Map(marks.map(({ at, texts }) => [at, texts]));
  let named = Number.NEGATIVE_INFINITY;
  const numbered = marks.map(({ at: markedAt, texts }, number) => {
    const index = at.indexOf(markedAt);
    // Numbers that would overlap are omitted; the line and its title remain.
    const isNamed = x(index) - named >= leastApart;
    if (isNamed) named = x(index);
    const text = isNamed ? String(number + 1) : "";
    return { index, at: x(index), text, title: `${labels[index]}: ${texts.join(", ")}` };
  });
  return (
    <figure className={styles.figure} data-chart={name}>
      <figcaption>{title}</figcaption>
      <Plot
        ticks={ticks.map((tick) => ({ at: tick / most, text: written(tick, unit) }))}
        labels={namedOf(labels.length, labels[0]!.length > 10 ? 4 : 8).map((index, number) => ({
          at: x(index),
          text: labels[index]!,
          isExtra: number % 3 > 0,
        }))}
        marks={numbered.filter(({ index }) => index >= 0)}
      >
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
          <Drawing
            key={line.name}
            line={line}
            number={number}
            point={point}
            whole={labels.length - Number(isUnderWay)}
          />
        ))}
        {labels.map((label, index) => (
          <rect
            key={label}
            className={styles.slot}
            x={plotSize * x(index) - slot / 2}
            width={slot}
            height={plotSize}
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
      </Plot>
      <ul className={styles.names}>
        {lines.map((line, number) => (
          <li key={line.name} data-line={number}>
            <svg viewBox="0 0 32 8" aria-hidden="true">
              <line x1="0" x2="32" y1="4" y2="4" />
            </svg>
            {line.name}
          </li>
        ))}
        {isUnderWay && (
          <li data-line="0">
            <svg viewBox="0 0 32 8" aria-hidden="true">
              <line x1="0" x2="32" y1="4" y2="4" className={styles.underWay} />
            </svg>
            Not over yet
          </li>
        )}
        {band && <li>Shaded: 95% confidence interval of {lines[0]!.name.toLowerCase()}</li>}
      </ul>
    </figure>
  );
}

type LineProps = {
  line: Line;
  number: number;
  point: (value: number, index: number) => string;
  /** How many intervals are over. */
  whole: number;
};

/** A line with gaps for missing values, dotted up to a step in progress; a lone point is a dot. */
function Drawing({ line: { values }, number, point, whole }: LineProps) {
  const drawn = (from: number, to: number) => {
    const points = values.slice(from, to).map((value, index) => point(value!, from + index));
    return to - from === 1 ? (
      <path key={`${from} ${to}`} d={`M${points[0]}h0.01`} />
    ) : (
      <polyline
        key={`${from} ${to}`}
        className={to > whole ? styles.underWay : undefined}
        points={points.join(" ")}
      />
    );
  };
  return (
    <g data-line={number}>
      {stretches(values).flatMap(([from, to]) =>
        to <= whole || to - from === 1 ? [drawn(from, to)] : [drawn(from, to - 1), drawn(to - 2, to)],
      )}
    </g>
  );
}

/** Where runs of known values begin and end, the end exclusive. */
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
