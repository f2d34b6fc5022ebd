import type { Overview } from "../../../services/analytics/index/overview.ts";
import type { DeviceClass, Dimension } from "../../../services/analytics/types.ts";
import type { FieldErrors } from "../numbers/answers/asked.ts";
import { NobodyYet, StateOfNumbers } from "../numbers/caveats.tsx";
import { Check, Field, Group, Select } from "../numbers/fields.tsx";
import form from "../numbers/filter-form.module.css";
import { dataNames, dimensionNames } from "../numbers/names.ts";
import { NumberTable } from "../numbers/number-table.tsx";
import styles from "../numbers/numbers-page.module.css";
import { SetFilters } from "../numbers/set-filters.tsx";
import { say, type Table } from "../numbers/table.ts";
import { addressOnly } from "../ui/address.ts";
import controls from "../ui/controls.module.css";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { Moment } from "../ui/moment.tsx";
import { type NextStep, NextSteps } from "./next-steps.tsx";

export type OverviewShown = {
  by: Dimension;
  devices: readonly DeviceClass[];
  wrong: FieldErrors;
  overview: Overview | null;
  steps: NextStep[];
  /** By survey, and by value. */
  tables: Table[];
  /** Why there are none, in a sentence. */
  unavailable?: string;
};

const { dqReason: _, ...dimensions } = dimensionNames;
/** Filters by step belong to one survey. */
const noView = { code: "", nodes: [], edges: [] };

export function OverviewPage(props: OverviewShown & { query: URLSearchParams }) {
  const { by, devices, wrong, overview, steps, tables, unavailable, query } = props;
  // What is chosen is shown as chosen, also where the address does not say it.
  const params = new URLSearchParams([["by", by], ...[...query].filter(([name]) => name !== "by")]);
  const problem = unavailable ?? Object.values(wrong).join(" ");
  return (
    <GraphLayout
      title="All surveys"
      section="numbers"
      lead="What to do next, every survey side by side, and every source across all surveys."
    >
      <form className={form.form} aria-label="Filters">
        <div className={`${form.row} ${controls.controls}`}>
          <Field name="from" label="From" type="date" {...{ params, wrong }} />
          <Field name="to" label="To" type="date" {...{ params, wrong }} />
          <Select name="data" label="Traffic" options={dataNames} {...{ params, wrong }} />
          <Select name="by" label="Break down by" options={dimensions} {...{ params, wrong }} />
          <button type="submit">Show</button>
          <a className={form.reset} href={addressOnly(query, "data")}>
            Clear all
          </a>
        </div>
        <SetFilters view={noView} params={query} />
        <details className={form.more}>
          <summary>Filters</summary>
          <Group name="Device" wrong={wrong.device}>
            {devices.map((device) => (
              <Check key={device} name="device" value={device} text={device} params={query} />
            ))}
          </Group>
        </details>
        {[...query].map(
          ([name, value], at) =>
            !ownFields.includes(name) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times
              <input key={at} type="hidden" name={name} value={value} />
            ),
        )}
      </form>
      {problem && (
        <p role="alert" className={styles.alert}>
          {unavailable ? problem : `Nothing was counted: ${problem}`}
        </p>
      )}
      {overview && <Counted {...{ overview, steps, tables, query }} />}
    </GraphLayout>
  );
}

/** Fields of the form; what else the address says is kept. */
const ownFields = ["from", "to", "data", "by", "device"];

type CountedProps = Pick<OverviewShown, "steps" | "tables"> & { overview: Overview; query: URLSearchParams };

function Counted({ overview, steps, tables, query }: CountedProps) {
  const { total, surveys, asOf } = overview;
  return (
    <>
      <StateOfNumbers numbers={overview} query={query} />
      {overview.lastDay === null && overview.data === "real" && <NobodyYet code="c" query={query} />}
      <p className={styles.counted}>
        {surveys.length} {surveys.length === 1 ? "survey" : "surveys"} with visitors
        {total.views !== null && `, ${say(total.views, "count")} first views`}, {say(total.sessions, "count")}{" "}
        sessions, {say(total.leads, "count")} leads ({say(total.qualified, "count")} qualified). As of{" "}
        <Moment at={asOf} />.
        {surveys.some(({ views }) => views === null) &&
          " First views are left out where they are not known for all sessions."}
      </p>
      {total.sessions > 0 && <NextSteps steps={steps} />}
      {tables.map((table) => (
        <NumberTable
          key={table.name}
          table={table}
          fileAt={(format) => `/graphs/numbers/${table.name}.${format}?${query}`}
          query={query}
        />
      ))}
    </>
  );
}
