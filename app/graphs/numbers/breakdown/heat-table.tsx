import { Fragment } from "react";
import type { View } from "../../../../machines/graph/view.ts";
import type { Breakdown, BreakdownCell } from "../../../../services/analytics/breakdown.ts";
import type { TableFormat } from "../../../../services/table-files/formats.ts";
import { FileLinks } from "../../ui/file-links.tsx";
import type { DividedTwice } from "../answers/breakdown/asked-breakdown.ts";
import { heatOf } from "../heat.ts";
import numbers from "../number-table.module.css";
import { Head, Legend } from "../number-table.tsx";
import { type High, say, type Table } from "../table.ts";
import styles from "./heat-table.module.css";
import { narrowedTo, type Part } from "./value-of.ts";

type Props = {
  view: View;
  breakdown: Breakdown;
  /** Its rates, in the order in which they are shown. */
  table: Table;
  fewSessions: number;
  divided: DividedTwice;
  query: URLSearchParams;
  /** Where the same is as a file. */
  fileAt: (format: TableFormat) => string;
};

/** One dimension down, one across. Cells are shaded by rank and link to their numbers and visits. */
export function HeatTable({ view, breakdown, table, fewSessions, divided, query, fileAt }: Props) {
  const { by, and } = divided;
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
  const cell = (counted: BreakdownCell, parts: Part[]) => (
    <Cell
      code={view.code}
      cell={counted}
      narrowed={narrowedTo(query, parts)}
      heat={shade.get(counted)}
      means={high}
      isFew={few.has(counted)}
    />
  );
  return (
    <section className={numbers.part} aria-labelledby={table.name}>
      <div className={numbers.head}>
        <h2 id={table.name}>{table.title}</h2>
        <FileLinks title={table.title} at={fileAt} />
      </div>
      {heat.some(Boolean) && <Legend highs={[high]} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={numbers.scroll} tabIndex={0} aria-label={`${table.title}, table, scrollable`}>
        <table className={`${numbers.table} ${styles.heat}`} data-table={table.name}>
          <thead>
            <tr>
              {table.columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
                <Head key={at} {...{ column, table, query }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ id, cells: [name] }) => {
              const row = breakdown.rows[Number(id)]!;
              return (
                <tr key={id}>
                  <th scope="row" data-unit="text">
                    {name}
                  </th>
                  {cell(row.total, [[by, row.value]])}
                  {row.cells.map((counted, at) => {
                    const { value } = breakdown.columns[at]!;
                    const parts: Part[] = [
                      [by, row.value],
                      [and, value],
                    ];
                    return <Fragment key={value}>{cell(counted, parts)}</Fragment>;
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

type CellProps = {
  code: string;
  cell: BreakdownCell;
  /** The filters that select its sessions; undefined where no filter can. */
  narrowed: URLSearchParams | undefined;
  heat: number | undefined;
  /** What a high rate is. */
  means: High;
  /** Too few sessions for its rate to mean much. */
  isFew: boolean;
};

const besideRest = { [-1]: "▼ lower than the rest", 0: "", 1: "▲ higher than the rest" };

function Cell({
  code,
  cell: { sessions, rate, low, high, differs },
  narrowed,
  heat,
  means,
  isFew,
}: CellProps) {
  const count = `${say(sessions, "count")} ${sessions === 1 ? "session" : "sessions"}`;
  if (sessions === 0) return <td data-few>–</td>;
  return (
    <td data-unit="percent" data-heat={heat} data-high={heat && means} data-few={isFew || undefined}>
      {narrowed ? (
        <a href={`/graphs/${code}/numbers?${narrowed}`}>{say(rate, "percent")}</a>
      ) : (
        say(rate, "percent")
      )}
      <small>
        {say(low, "percent")} to {say(high, "percent")}
      </small>
      <small>
        {isFew && "Only "}
        {narrowed ? <a href={`/graphs/${code}/visits?${narrowed}`}>{count}</a> : count}
      </small>
      {differs !== 0 && <strong>{besideRest[differs]}</strong>}
    </td>
  );
}
