import type { View } from "../../../../machines/graph/view.ts";
import type { Breakdown } from "../../../../services/analytics/breakdown.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import type { TableFormat } from "../../../../services/table-files/formats.ts";
import { GraphLayout } from "../../ui/graph-layout.tsx";
import { Moment } from "../../ui/moment.tsx";
import type { FieldErrors } from "../answers/asked.ts";
import type { Divided } from "../answers/breakdown/asked-breakdown.ts";
import { Caveats } from "../caveats.tsx";
import { Select } from "../fields.tsx";
import { FilterForm } from "../filter-form.tsx";
import { NumberTable } from "../number-table.tsx";
import styles from "../numbers-page.module.css";
import { filtersOf, numberViews } from "../shows.ts";
import type { Table } from "../table.ts";
import { say } from "../table.ts";
import { HeatTable } from "./heat-table.tsx";

export type BreakdownShown = {
  view: View;
  divided: Divided;
  wrong: FieldErrors;
  numbers: Numbers | null;
  breakdown: Breakdown | null;
  /** One row for each cell; with two dimensions also the rates as a grid. */
  tables: Table[];
  /** Dimensions to choose from, in words. */
  names: Record<string, string>;
  /** Groups to compare all others with, in words. */
  groups: Record<string, string>;
  /** Smaller groups are not tested. */
  fewSessions: number;
  /** Why there are none, in a sentence. */
  unavailable?: string;
};

export function BreakdownPage(props: BreakdownShown & { query: URLSearchParams }) {
  const { view, divided, wrong, numbers, breakdown, names, groups, unavailable, query } = props;
  const { code } = view;
  // What is chosen is shown as chosen, also where the address does not say it.
  const params = new URLSearchParams([["by", divided.by], ...[...query].filter(([name]) => name !== "by")]);
  const problem = unavailable ?? Object.values(wrong).join(" ");
  return (
    <GraphLayout
      title={`Breakdown of ${code}`}
      chart={{ code, page: "numbers", isSurvey: true }}
      asked={filtersOf(query)}
      views={numberViews(code, "values", query)}
      lead="Sessions by one dimension or two, and which groups differ from the rest, or from one of them."
    >
      <FilterForm view={view} params={params} wrong={wrong} numbers={numbers}>
        <Select name="by" label="Rows" options={names} params={params} wrong={wrong} />
        <Select name="and" label="Columns" options={{ "": "None", ...names }} params={params} wrong={wrong} />
        {!divided.and && breakdown?.isOfRow !== true && (
          <Select name="against" label="Compare with" options={groups} params={params} wrong={wrong} />
        )}
      </FilterForm>
      {problem && (
        <p role="alert" className={styles.alert}>
          {unavailable ? problem : `Nothing was counted: ${problem}`}
        </p>
      )}
      {numbers && breakdown && <Divisions {...props} numbers={numbers} breakdown={breakdown} />}
    </GraphLayout>
  );
}

type DivisionsProps = BreakdownShown & { numbers: Numbers; breakdown: Breakdown; query: URLSearchParams };

function Divisions({ view, divided, numbers, breakdown, tables, fewSessions, query }: DivisionsProps) {
  const [cells, heat] = tables;
  const fileAt = (format: TableFormat) => `/graphs/${view.code}/numbers/cells.${format}?${query}`;
  const { by, and } = divided;
  return (
    <>
      <Caveats numbers={numbers} query={query} view={view} />
      <p className={styles.counted}>
        {say(breakdown.total.sessions, "count")} sessions, {say(breakdown.total.leads, "count")} leads, as of{" "}
        <Moment at={numbers.asOf} />.
      </p>
      {and ? (
        <HeatTable {...{ view, breakdown, query, fileAt, fewSessions }} table={heat!} divided={{ by, and }} />
      ) : (
        <NumberTable table={cells!} fileAt={fileAt} query={query} />
      )}
      <p className={styles.counted}>
        Below each rate is its 95% confidence interval (Wilson). Groups of {fewSessions} sessions or more are
        tested against {breakdown.against ? "one group" : "all other sessions"}, with p-values adjusted for
        every test on this page (Holm).
      </p>
    </>
  );
}
