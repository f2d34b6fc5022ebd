import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { DeviceClass } from "../../../services/analytics/device.ts";
import type { NextStep } from "../../../services/features/numbers/added.ts";
import type { Overview } from "../../../services/features/numbers/index/overview.ts";
import type { Dimension } from "../../../services/features/numbers/types.ts";
import { addressOnly } from "../../graphs/ui/address.ts";
import { Moment } from "../../graphs/ui/facts.tsx";
import { HiddenFields } from "../../graphs/ui/hidden-fields.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { loadOverview } from "./answers/all-surveys.ts";
import { Check, Field, Group, Select } from "./fields.tsx";
import form from "./filter-form.module.css";
import { SetFilters } from "./filter-form.tsx";
import styles from "./numbers.module.css";
import { chosen, dataNames, dimensionNames, fileAt } from "./query.ts";
import { NobodyYet, QueryPage, SetApart, type Shown, StateOfNumbers } from "./query-page.tsx";
import { NumberTable } from "./tables/number-table.tsx";
import { say } from "./tables/table.ts";

export const loader = (args: LoaderFunctionArgs) => loadOverview(args);

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "All surveys");

export default function OverviewRoute() {
  const [query] = useSearchParams();
  return <OverviewPage {...(useLoaderData() as OverviewShown)} query={query} />;
}

export type OverviewShown = Shown & {
  by: Dimension;
  devices: readonly DeviceClass[];
  overview: Overview | null;
  steps: NextStep[];
};

const { dqReason: _, ...dimensions } = dimensionNames;
/** Filters by step belong to one survey. */
const noView = { code: "", nodes: [], edges: [] };

function OverviewPage(props: OverviewShown & { query: URLSearchParams }) {
  const { by, devices, wrong, unavailable, overview, query } = props;
  const asked = { params: chosen(query, "by", by), wrong };
  const filters = (
    <form className={form.form} aria-label="Filters">
      <details open={Object.keys(wrong).length > 0}>
        <summary className={form.fold}>Filters, and what to break down by</summary>
        <div className={`${form.row} ${parts.controls}`}>
          <Field name="from" label="From" type="date" {...asked} />
          <Field name="to" label="To" type="date" {...asked} />
          <Select name="data" label="Traffic" options={dataNames} {...asked} />
          <Select name="by" label="Break down by" options={dimensions} {...asked} />
          <button type="submit">Show</button>
          <a className={form.reset} href={addressOnly(query, "data")}>
            Clear all
          </a>
        </div>
        <Group name="Device" wrong={wrong.device}>
          {devices.map((device) => (
            <Check key={device} name="device" value={device} text={device} params={query} />
          ))}
        </Group>
      </details>
      <SetFilters view={noView} params={query} />
      <HiddenFields fields={[...query].filter(([name]) => !ownFields.includes(name))} />
    </form>
  );
  return (
    <QueryPage wrong={wrong} unavailable={unavailable} title="All surveys" section="numbers" form={filters}>
      {overview && <Counted {...props} overview={overview} />}
    </QueryPage>
  );
}

/** Fields of the form; the address's other parameters are kept. */
const ownFields = ["from", "to", "data", "by", "device"];

type CountedProps = OverviewShown & { overview: Overview; query: URLSearchParams };

function Counted({ overview, steps, tables, query }: CountedProps) {
  const { total, surveys, asOf } = overview;
  return (
    <>
      <StateOfNumbers numbers={overview} />
      {overview.lastDay === null && overview.data === "real" && <NobodyYet code="c" />}
      <p className={styles.sum}>
        {surveys.length} {surveys.length === 1 ? "survey" : "surveys"} with visitors
        {total.views !== null && `, ${say(total.views, "count")} first views`}, {say(total.sessions, "count")}{" "}
        sessions, {say(total.leads, "count")} leads ({say(total.qualified, "count")} qualified). As of{" "}
        <Moment at={asOf} />.
        {surveys.some(({ views }) => views === null) &&
          " First views are left out where they are not known for all sessions."}
      </p>
      {total.sessions > 0 && <NextSteps steps={steps} />}
      <SetApart setApart={overview.setApart} query={query} />
      {tables.map((table) => (
        <NumberTable key={table.name} table={table} fileAt={fileAt("", table.name, query)} query={query} />
      ))}
    </>
  );
}

function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <section aria-labelledby="next" className={styles.next}>
      <h2 id="next">What to do next</h2>
      {steps.length === 0 ? (
        <p>Nothing stands out in these numbers.</p>
      ) : (
        <ol>
          {steps.map(({ what, size, certainty, links }) => (
            <li key={what}>
              <h3>{what}</h3>
              <p>
                <strong>{size}</strong> <span>{certainty}</span>
              </p>
              <ul>
                {links.map(({ text, href }) => (
                  <li key={href}>
                    <a href={href}>{text}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
