import type { ReactNode } from "react";
import type { Numbers } from "../../../services/analytics/types.ts";
import type { Naming } from "../../../services/providers/buyers.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { addressWith } from "../ui/address.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import type { Asked, FieldErrors } from "./answers/asked.ts";
import { Caveats } from "./caveats.tsx";
import { Field, Select } from "./fields.tsx";
import { FilterForm } from "./filter-form.tsx";
import { measureNames } from "./names.ts";
import type { NoteShown } from "./notes/note-shown.ts";
import { NotesInDays } from "./notes/notes-in-days.tsx";
import { NumberTable } from "./number-table.tsx";
import styles from "./numbers-page.module.css";
import { PickedNumbers } from "./picked-numbers.tsx";
import { SessionFiles } from "./session-files.tsx";
import { filtersOf, numberViews } from "./shows.ts";
import type { Table } from "./table.ts";
import { Totals } from "./totals.tsx";
import { UnknownViews } from "./unknown-views.tsx";
import { type Counted as Visits, visitsAddress } from "./visits-address.ts";
import { weightsOf } from "./weights-of.ts";

export type NumbersShown = {
  chart: Chart;
  /** The law firms that its one-to-one consent names. */
  naming?: Naming;
  asked: Asked | undefined;
  wrong: FieldErrors;
  numbers: Numbers | null;
  /** The same as tables. */
  tables: Table[];
  /** Notes on the days that are counted. */
  notes: NoteShown[];
  /** Why there are none, in a sentence. */
  unavailable?: string;
};

/** A survey's funnel: the same numbers on its chart, in tables and in files. */
export function NumbersPage(props: NumbersShown & { query: URLSearchParams }) {
  const { chart, naming, wrong, numbers, unavailable, query } = props;
  const { code } = chart.view;
  return (
    <GraphLayout
      title={`Numbers of ${code}`}
      chart={{ code, page: "numbers", isSurvey: true }}
      asked={filtersOf(query)}
      views={numberViews(code, "steps", query)}
      naming={naming}
      lead="Where visitors go, convert and drop off. The most common way to a lead is green."
    >
      <FilterForm
        view={chart.view}
        params={query}
        wrong={wrong}
        numbers={numbers}
        more={
          <>
            <Field name="least" label="Fade arrows below %" type="range" params={query} wrong={wrong} />
            <Field name="paths" label="Paths listed" type="number" params={query} wrong={wrong} />
          </>
        }
      >
        <Select name="measure" label="Chart shows" options={measureNames} params={query} wrong={wrong} />
      </FilterForm>
      {Object.keys(wrong).length > 0 && (
        <p role="alert" className={styles.alert}>
          Nothing was counted: {Object.values(wrong).join(" ")}
        </p>
      )}
      {unavailable && (
        <p role="alert" className={styles.alert}>
          {unavailable}
        </p>
      )}
      {numbers && <Counted {...props} numbers={numbers} asked={props.asked!} />}
    </GraphLayout>
  );
}

type CountedProps = NumbersShown & { numbers: Numbers; asked: Asked; query: URLSearchParams };

function Counted({ chart, numbers, tables, notes, asked: { measure, least }, query }: CountedProps) {
  const { view, layout, texts } = chart;
  const at = query.get("at") ?? "";
  const shares = Object.fromEntries(numbers.edges.map(({ id, share }) => [id, share]));
  const faint = Object.keys(shares).filter((id) => shares[id]! * 100 < least);
  const marks = marksOf({
    picked: [at],
    found: foundIn(query.get("find") ?? "", chart),
    happy: happyOn(numbers),
    faint,
  });
  const [leaks, steps, ...others] = tables;
  const visitsAt = (counted: Visits) => visitsAddress(view.code, query, counted);
  const shown = (table: Table, more: { isFolded?: true; more?: ReactNode } = {}) => (
    <NumberTable
      key={table.name}
      {...more}
      table={table}
      fileAt={(format) => `/graphs/${view.code}/numbers/${table.name}.${format}?${query}`}
      query={query}
      visitsAt={visitsAt}
    />
  );
  return (
    <>
      <Caveats numbers={numbers} query={query} view={view} />
      <UnknownViews numbers={numbers} query={query} />
      <Totals numbers={numbers} visitsAt={visitsAt} />
      {notes.length > 0 && <NotesInDays code={view.code} notes={notes} />}
      {shown(leaks!)}
      <div className={styles.columns} data-island="numbers" data-shares={JSON.stringify(shares)}>
        <ChartFrame
          {...{ view, layout, marks, texts, query }}
          weights={weightsOf(numbers, measure)}
          zoom={zoomIn(query)}
          pick={(id) => ({ at: id })}
        />
        <PickedNumbers {...{ view, numbers, notes, query }} id={at} />
      </div>
      <p>
        <a href={`/graphs/${view.code}/numbers/drawing.svg?${query}`}>
          Download this chart with its numbers (SVG)
        </a>
      </p>
      {shown(...usedOnly(steps!, query))}
      {others.map((table) => shown(usedOnly(table, query)[0], { isFolded: true }))}
      {numbers.totals.sessions > 0 && <SessionFiles code={view.code} query={query} />}
    </>
  );
}

/** Leaves out the steps and transitions that nobody came to, unless every row is asked for. */
function usedOnly(table: Table, query: URLSearchParams): [Table, { more?: ReactNode }] {
  const at = table.columns.findIndex(({ name }) => name === "Sessions");
  const used = table.rows.filter(({ cells, isMarked }) => isMarked || cells[at] !== 0);
  const unused = table.rows.length - used.length;
  const isWhole = query.get("rows") === "all";
  if (!["steps", "ways"].includes(table.name) || unused === 0 || used.length === 0 || isWhole)
    return [table, {}];
  const more = (
    <p>
      {unused === 1 ? "One more was" : `${unused} more were`} reached by nobody.{" "}
      <a href={`${addressWith(query, { rows: "all" })}#${table.name}`}>Show every row</a>
    </p>
  );
  return [{ ...table, rows: used }, { more }];
}

/** The nodes and edges of the happy path. */
function happyOn({ happyPath }: Numbers): string[] {
  if (!happyPath) return [];
  const { nodes } = happyPath;
  return [...nodes, ...nodes.slice(1).map((node, index) => `${nodes[index]}->${node}`)];
}
