import type { View } from "../../../machines/graph/view.ts";
import type { Breakdown, BreakdownCell } from "../../../services/features/numbers/breakdown.ts";
import type { Numbers } from "../../../services/features/numbers/types.ts";
import { Moment } from "../../graphs/ui/facts.tsx";
import type { Divided } from "./answers/by-value.ts";
import { Select } from "./fields.tsx";
import { FilterForm } from "./filter-form.tsx";
import styles from "./numbers.module.css";
import { chosen, fileAt, narrowedTo, type Part } from "./query.ts";
import { Alarms, ofSurvey, QueryPage, Remarks, type Shown } from "./query-page.tsx";
import { Legend, NumberTable } from "./tables/number-table.tsx";
import { type High, heatOf, type Row, say, type Table } from "./tables/table.ts";

export type BreakdownShown = Shown & {
  view: View;
  divided: Divided;
  numbers: Numbers | null;
  breakdown: Breakdown | null;
  /** Dimensions to choose from, in words. */
  names: Record<string, string>;
  /** Groups to compare all others with, in words. */
  groups: Record<string, string>;
  /** Smaller groups are not tested. */
  fewSessions: number;
};

export function BreakdownPage(props: BreakdownShown & { query: URLSearchParams }) {
  const { view, divided, wrong, unavailable, numbers, breakdown, names, groups, query } = props;
  const asked = { params: chosen(query, "by", divided.by), wrong };
  return (
    <QueryPage
      wrong={wrong}
      unavailable={unavailable}
      {...ofSurvey(view.code, "values", query)}
      title={`Breakdown of ${view.code}`}
      form={
        <FilterForm view={view} {...asked} numbers={numbers} summary="Rows, columns and filters">
          <Select name="by" label="Rows" options={names} {...asked} />
          <Select name="and" label="Columns" options={{ "": "None", ...names }} {...asked} />
          {!divided.and && breakdown?.isOfRow !== true && (
            <Select name="against" label="Compare with" options={groups} {...asked} />
          )}
        </FilterForm>
      }
    >
      {numbers && breakdown && <Divisions {...props} numbers={numbers} breakdown={breakdown} />}
    </QueryPage>
  );
}

type DivisionsProps = BreakdownShown & { numbers: Numbers; breakdown: Breakdown; query: URLSearchParams };

function Divisions({ view, divided, numbers, breakdown, tables, fewSessions, query }: DivisionsProps) {
  const [cells, heat] = tables;
  return (
    <>
      <Alarms numbers={numbers} query={query} view={view} />
      {heat ? (
        <HeatTable
          code={view.code}
          divided={divided}
          breakdown={breakdown}
          fewSessions={fewSessions}
          query={query}
          table={heat}
        />
      ) : (
        <NumberTable table={cells!} fileAt={fileAt(view.code, "cells", query)} query={query} />
      )}
      <p className={styles.counted}>
        {say(breakdown.total.sessions, "count")} sessions, {say(breakdown.total.leads, "count")} leads, as of{" "}
        <Moment at={numbers.asOf} />.
      </p>
      <p className={styles.counted}>
        Below each rate is its 95% confidence interval (Wilson). Groups of {fewSessions} sessions or more are
        tested against {breakdown.against ? "one group" : "all other sessions"}, with p-values adjusted for
        every test on this page (Holm).
      </p>
      <Remarks numbers={numbers} query={query} view={view} />
    </>
  );
}

type Props = Pick<BreakdownShown, "divided" | "fewSessions"> & {
  code: string;
  breakdown: Breakdown;
  /** Its rates, in the order in which they are shown. */
  table: Table;
  query: URLSearchParams;
};

/** A table with one dimension down and one across. Cells are shaded by rank and link to their numbers and visits. */
function HeatTable({ code, breakdown, table, fewSessions, divided: { by, and }, query }: Props) {
  const all = breakdown.rows.flatMap(({ cells }) => cells);
  const few = new Set(
    breakdown.rows.flatMap(({ total, cells }) =>
      [total, ...cells].filter(
        ({ sessions }) => (breakdown.isOfRow ? total.sessions : sessions) < fewSessions,
      ),
    ),
  );
  const heat = heatOf(all.map((cell) => (few.has(cell) ? null : cell.rate)));
  const shade = new Map(all.map((cell, at) => [cell, heat[at]]));
  const high = breakdown.isOfRow ? "neither" : "good";
  const cellAt = ({ id }: Row, at: number) => {
    const { value, total, cells } = breakdown.rows[Number(id)]!;
    // The first column is the names, the second all of a row.
    const cell = at === 1 ? total : cells[at - 2]!;
    const parts: Part[] = [
      [by, value],
      ...(at === 1 ? [] : [[and!, breakdown.columns[at - 2]!.value] as const]),
    ];
    const narrowed = narrowedTo(query, parts);
    return (
      <Cell
        code={code}
        cell={cell}
        narrowed={narrowed}
        high={high}
        heat={shade.get(cell)}
        isFew={few.has(cell)}
      />
    );
  };
  return (
    <NumberTable
      table={table}
      query={query}
      cellAt={cellAt}
      fileAt={fileAt(code, "cells", query)}
      more={heat.some(Boolean) && <Legend highs={[high]} />}
    />
  );
}

type CellProps = {
  code: string;
  cell: BreakdownCell;
  /** The filters that select its sessions; undefined where no filter can. */
  narrowed: URLSearchParams | undefined;
  heat: number | undefined;
  high: High;
  /** Too few sessions for its rate to mean much. */
  isFew: boolean;
};

const besideRest = { [-1]: "▼ lower than the rest", 0: "", 1: "▲ higher than the rest" };

function Cell({ code, cell, narrowed, heat, high, isFew }: CellProps) {
  const { sessions, rate, differs } = cell;
  const count = `${say(sessions, "count")} ${sessions === 1 ? "session" : "sessions"}`;
  if (sessions === 0) return <td data-few>–</td>;
  return (
    <td data-unit="percent" data-heat={heat} data-high={heat && high} data-few={isFew || undefined}>
      {narrowed ? (
        <a href={`/graphs/${code}/numbers?${narrowed}`}>{say(rate, "percent")}</a>
      ) : (
        say(rate, "percent")
      )}
      <small>
        {say(cell.low, "percent")} to {say(cell.high, "percent")}
      </small>
      <small>
        {isFew && "Only "}
        {narrowed ? <a href={`/graphs/${code}/visits?${narrowed}`}>{count}</a> : count}
      </small>
      {differs !== 0 && <strong>{besideRest[differs]}</strong>}
    </td>
  );
}
