import type { View } from "../../../../machines/graph/view.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { GraphLayout } from "../../ui/graph-layout.tsx";
import { Moment } from "../../ui/moment.tsx";
import type { FieldErrors } from "../answers/asked.ts";
import { Caveats } from "../caveats.tsx";
import { Select } from "../fields.tsx";
import { FilterForm } from "../filter-form.tsx";
import { NumberTable } from "../number-table.tsx";
import styles from "../numbers-page.module.css";
import { filtersOf, numberViews, showAddress } from "../shows.ts";
import { say, type Table } from "../table.ts";
import { UnknownViews } from "../unknown-views.tsx";
import type { Chart, Mark } from "./charts.ts";
import { TimeChart } from "./time-chart.tsx";

export type SeriesShown = {
  view: View;
  wrong: FieldErrors;
  numbers: Numbers | null;
  series: {
    step: string;
    /** Each interval in words, and as the marks name it. */
    labels: string[];
    at: number[];
    /** The last interval is not over. */
    isUnderWay: boolean;
    /** Sessions of which only the day is known. */
    unplaced: number;
    /** How many intervals are shown, where there are earlier ones. */
    most: number | undefined;
    timeZone: string;
  } | null;
  charts: Chart[];
  marks: Mark[];
  /** The same as tables. */
  tables: Table[];
  /** Steps, fields and services that can be shown over time, in words. */
  parts: Record<string, string>;
  /** Why there are none, in a sentence. */
  unavailable?: string;
};

const stepNames = { hour: "Hour", day: "Day", week: "Week" };

export function SeriesPage(props: SeriesShown & { query: URLSearchParams }) {
  const { view, wrong, numbers, series, parts, unavailable, query } = props;
  const { code } = view;
  // What is chosen is shown as chosen, also where the address does not say it.
  const params = new URLSearchParams([["step", series?.step ?? "day"], ...query]);
  if (query.has("step")) params.set("step", query.get("step")!);
  const problem = unavailable ?? Object.values(wrong).join(" ");
  return (
    <GraphLayout
      title={`${code} over time`}
      chart={{ code, page: "numbers", isSurvey: true }}
      asked={filtersOf(query)}
      views={numberViews(code, "time", query)}
      lead="The whole survey, or one step, field or service, with releases, outages, experiments and notes marked."
    >
      <FilterForm view={view} params={params} wrong={wrong} numbers={numbers}>
        <Select name="step" label="Interval" options={stepNames} params={params} wrong={wrong} />
        <Select
          name="about"
          label="Of"
          options={{ "": "The whole survey", ...parts }}
          params={params}
          wrong={wrong}
        />
      </FilterForm>
      {problem && (
        <p role="alert" className={styles.alert}>
          {unavailable ? problem : `Nothing was counted: ${problem}`}
        </p>
      )}
      {numbers && series && <Drawn {...props} numbers={numbers} series={series} />}
    </GraphLayout>
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
      <Caveats numbers={numbers} query={query} view={view} />
      <UnknownViews numbers={numbers} query={query} />
      <p className={styles.counted}>
        Times are in {timeZone}. As of <Moment at={numbers.asOf} />.{" "}
        {most !== undefined &&
          `Only the latest ${say(most, "count")} ${stepNames[series.step as keyof typeof stepNames].toLowerCase()}s are shown. `}
        {unplaced > 0 && `${say(unplaced, "count")} sessions with no recorded hour are left out. `}
        <a href={showAddress(view.code, "values", byWeekday)}>Compare weekdays</a>
      </p>
      {labels.length > 0 &&
        charts.map((chart) => <TimeChart key={chart.name} {...{ chart, labels, at, marks, isUnderWay }} />)}
      {tables.map((table) => (
        <NumberTable
          key={table.name}
          table={table}
          fileAt={(format) => `/graphs/${view.code}/numbers/${table.name}.${format}?${query}`}
          query={query}
        />
      ))}
    </>
  );
}
