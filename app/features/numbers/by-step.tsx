import type { ReactNode } from "react";
import type { View } from "../../../machines/graph/view.ts";
import type { Result } from "../../../services/analytics/session.ts";
import type { NodeNumbers, Numbers } from "../../../services/features/numbers/types.ts";
import type { Naming } from "../../../services/providers/buyers.ts";
import type { Chart } from "../../graphs/chart-of.ts";
import { marksOf } from "../../graphs/drawing/marks.ts";
import { foundIn } from "../../graphs/drawing/search.ts";
import { addressWith } from "../../graphs/ui/address.ts";
import { ChartFrame, zoomIn } from "../../graphs/ui/chart-frame.tsx";
import { Moment } from "../../graphs/ui/facts.tsx";
import type { Asked } from "./answers/asked.ts";
import { Field, Select } from "./fields.tsx";
import { FilterForm } from "./filter-form.tsx";
import { type NoteShown, NotesInDays } from "./notes.tsx";
import styles from "./numbers.module.css";
import { PickedNumbers } from "./picked-numbers.tsx";
import { fileAt, measureNames, resultNames, visitsAddress } from "./query.ts";
import {
  Alarms,
  ofSurvey,
  QueryPage,
  Remarks,
  SessionFiles,
  type Shown,
  UnknownViews,
} from "./query-page.tsx";
import { NumberTable } from "./tables/number-table.tsx";
import { type Counted, say, type Table } from "./tables/table.ts";
import { weightsOf } from "./weights.ts";

export type NumbersShown = Shown & {
  chart: Chart;
  /** The law firms that its one-to-one consent names. */
  naming?: Naming;
  asked: Asked | undefined;
  numbers: Numbers | null;
  /** Notes on the days that are counted. */
  notes: NoteShown[];
};

/** A survey's funnel: the same numbers on its chart, in tables and in files. */
export function NumbersPage(props: NumbersShown & { query: URLSearchParams }) {
  const { chart, naming, wrong, unavailable, numbers, query } = props;
  const { view } = chart;
  const asked = { params: query, wrong };
  const more = (
    <>
      <Field name="least" label="Fade arrows below %" type="range" {...asked} />
      <Field name="paths" label="Paths listed" type="number" {...asked} />
    </>
  );
  return (
    <QueryPage
      naming={naming}
      wrong={wrong}
      unavailable={unavailable}
      {...ofSurvey(view.code, "steps", query)}
      title={`Numbers of ${view.code}`}
      form={
        <FilterForm
          view={view}
          {...asked}
          numbers={numbers}
          more={more}
          summary="Filters, and what the chart shows"
        >
          <Select name="measure" label="Chart shows" options={measureNames} {...asked} />
        </FilterForm>
      }
    >
      {numbers && <Funnel {...props} numbers={numbers} asked={props.asked!} />}
    </QueryPage>
  );
}

type CountedProps = NumbersShown & { numbers: Numbers; asked: Asked; query: URLSearchParams };

function Funnel({ chart, numbers, tables, notes, asked: { measure, least }, query }: CountedProps) {
  const { view, layout, texts } = chart;
  const at = query.get("at") ?? "";
  // A place with nobody to rate yet is not faded.
  const shares = Object.fromEntries(numbers.edges.map(({ id, share }) => [id, share ?? 1]));
  const faint = Object.keys(shares).filter((id) => shares[id]! * 100 < least);
  const marks = marksOf({
    picked: [at],
    found: foundIn(query.get("find") ?? "", chart),
    happy: happyOn(numbers),
    faint,
  });
  const [leaks, ...others] = tables;
  const visitsAt = (counted: Counted) => visitsAddress(view.code, query, counted);
  const shown = (table: Table, more: { isFolded?: true; more?: ReactNode } = {}) => (
    <NumberTable
      key={table.name}
      {...more}
      table={table}
      fileAt={fileAt(view.code, table.name, query)}
      query={query}
      visitsAt={visitsAt}
    />
  );
  return (
    <>
      <Alarms numbers={numbers} query={query} view={view} />
      <div className={styles.glance}>
        <Bars numbers={numbers} view={view} query={query} />
        <Totals numbers={numbers} visitsAt={visitsAt} />
      </div>
      <Remarks numbers={numbers} query={query} view={view} />
      <UnknownViews numbers={numbers} query={query} />
      {notes.length > 0 && <NotesInDays code={view.code} notes={notes} />}
      {shown(leaks!)}
      <div className={styles.columns} data-island="numbers" data-shares={JSON.stringify(shares)}>
        <ChartFrame
          view={view}
          layout={layout}
          marks={marks}
          texts={texts}
          query={query}
          weights={weightsOf(numbers, measure)}
          zoom={zoomIn(query)}
          pick={(id) => ({ at: id })}
        />
        <PickedNumbers view={view} numbers={numbers} notes={notes} query={query} id={at} />
      </div>
      <p>
        <a href={`/graphs/${view.code}/numbers/drawing.svg?${query}`}>
          Download this chart with its numbers (SVG)
        </a>
      </p>
      {others.map((table) => {
        const [used, more] = usedOnly(table, query);
        return shown(used, { ...more, isFolded: true });
      })}
      {numbers.totals.sessions > 0 && <SessionFiles code={view.code} query={query} />}
    </>
  );
}

/** Omits steps and transitions that nobody reached, unless every row is requested. */
function usedOnly(table: Table, query: URLSearchParams): [Table, { more?: ReactNode }] {
  const used = table.rows.filter(({ isMarked, isUnused }) => isMarked || !isUnused);
  const unused = table.rows.length - used.length;
  const isWhole = query.get("rows") === "all";
  if (unused === 0 || used.length === 0 || isWhole) return [table, {}];
  const more = (
    <p>
      {unused === 1 ? "One more was" : `${unused} more were`} reached by nobody.{" "}
      <a href={`${addressWith(query, { rows: "all" })}#${table.name}`}>Show every row</a>
    </p>
  );
  return [{ ...table, rows: used }, { more }];
}

/** How many steps, of those that lose the most visitors, are highlighted. */
const mostWorst = 3;

/**
 * The funnel: a bar for each question that visitors reached, in the chart's order, with a length by their number, and
 * its end in another color for those who left there. Questions off the commonest way are paler.
 */
function Bars({ numbers, view, query }: { numbers: Numbers; view: View; query: URLSearchParams }) {
  const { nodes, views, totals, happyPath } = numbers;
  const asked = new Map(view.nodes.map(({ id, kind, title }) => [id, { kind, title }]));
  const steps = nodes.filter(({ id, sessions }) => asked.get(id)?.kind === "step" && sessions > 0);
  if (steps.length === 0) return null;
  const most = Math.max(views.isKnown ? views.count : 0, ...steps.map(({ sessions }) => sessions));
  const lost = ({ rated }: NodeNumbers) => rated.left + rated.looked;
  const worst = steps.toSorted((one, other) => lost(other) - lost(one)).slice(0, mostWorst);
  const bar = (count: number, gone = 0) => (
    <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(1000 * count) / most} height={10} />
      {gone > 0 && (
        <rect
          className={styles.gone}
          x={(1000 * (count - gone)) / most}
          width={(1000 * gone) / most}
          height={10}
        />
      )}
    </svg>
  );
  return (
    <section aria-labelledby="funnel">
      <h2 id="funnel" className="visually-hidden">
        Funnel
      </h2>
      <ol className={styles.funnel}>
        {views.isKnown && (
          <li className={styles.rung}>
            <span>First views</span>
            {bar(views.count)}
            <b>{say(views.count, "count")}</b>
            <small />
          </li>
        )}
        {steps.map((node) => (
          <li
            key={node.id}
            className={styles.rung}
            data-branch={(happyPath !== null && !happyPath.nodes.includes(node.id)) || undefined}
            data-worst={(worst.includes(node) && lost(node) > 0) || undefined}
          >
            <a href={`${addressWith(query, { at: node.id })}#picked`}>{asked.get(node.id)!.title}</a>
            {bar(node.sessions, node.left)}
            <b>{say(node.sessions, "count")}</b>
            <small>{node.dropOff === null ? "not yet" : `${say(node.dropOff, "percent")} left`}</small>
          </li>
        ))}
        <li className={styles.rung}>
          <span>Leads</span>
          {bar(totals.leads)}
          <b>{say(totals.leads, "count")}</b>
          <small>{say(totals.qualified, "count")} qualified</small>
        </li>
      </ol>
    </section>
  );
}

/** The nodes and edges of the happy path. */
function happyOn({ happyPath }: Numbers): string[] {
  if (!happyPath) return [];
  const { nodes } = happyPath;
  return [...nodes, ...nodes.slice(1).map((node, index) => `${nodes[index]}->${node}`)];
}

type Props = {
  numbers: Numbers;
  /** Address of the visits behind a count. */
  visitsAt: (counted: Counted) => string;
};
type Figure = [name: string, count: number | string, more: string, counted: Counted | undefined];

/** The headline figures. */
function Totals({ numbers, visitsAt }: Props) {
  const { totals, rated, days, conservation, asOf, happyPath, views, completed } = numbers;
  const { sessions } = totals;
  const share = (count: number, whole: number) => say(whole === 0 ? null : count / whole, "percent");
  const of = (result: Result) => `${share(rated[result], rated.sessions)} of sessions`;
  const bounces = views.isKnown ? Math.max(0, views.count - sessions) : 0;
  const bounceRate =
    views.isKnown && share(Math.max(0, views.rated.views - views.rated.sessions), views.rated.views);
  const ofViews = views.isKnown && views.rated.leads <= views.rated.views;
  const firstViews: Figure[] = views.isKnown
    ? [
        ["First views", views.count, "saw the first question", undefined],
        ["Bounces", bounces, `${bounceRate} bounce rate: left without an answer`, undefined],
      ]
    : [];
  const figures: Figure[] = [
    ...firstViews,
    ["Sessions", sessions, days ? `recorded ${days.first} to ${days.last}` : "none recorded yet", {}],
    [
      `${resultNames.qualified}s`,
      totals.qualified,
      ofViews
        ? `${of("qualified")}, ${share(views.rated.qualified, views.rated.views)} of first views`
        : of("qualified"),
      { result: ["qualified"] },
    ],
    [`${resultNames.disqualified}s`, totals.disqualified, of("disqualified"), { result: ["disqualified"] }],
    ...someOf(totals.ended, [resultNames.ended, totals.ended, of("ended"), { result: ["ended"] }]),
    [resultNames.open, totals.open, of("open"), { result: ["open"] }],
    ...someOf(totals.underWay, [
      resultNames.underWay,
      totals.underWay,
      "active in the last 30 minutes",
      { result: ["underWay"] },
    ]),
    [
      totals.leads > 0 ? "Happy path" : "Most common path",
      happyPath?.sessions ?? 0,
      happyPath ? `${share(happyPath.sessions, sessions)} followed it from start to end` : "none yet",
      undefined,
    ],
    ...timeToComplete(completed),
  ];
  return (
    <div>
      <dl className={styles.figures}>
        {figures.map(([name, count, more, counted]) => (
          <div key={name} data-wide={counted === undefined && typeof count === "string" ? true : undefined}>
            <dt>{name}</dt>
            <dd>
              <strong>
                {typeof count === "string" ? (
                  count
                ) : counted && count > 0 ? (
                  <a href={visitsAt(counted)}>{say(count, "count")}</a>
                ) : (
                  say(count, "count")
                )}
              </strong>
              <span>{more}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.checked}>
        {conservation.holds && "Checked: at every step, entries equal exits plus sessions still there. "}
        As of <Moment at={asOf} />.
      </p>
    </div>
  );
}

/** Rare kinds are shown only where they occur. */
const someOf = (count: number, figure: Figure): Figure[] => (count > 0 ? [figure] : []);

/** From the first answer to the lead: the median, its spread, and the median of each device. */
function timeToComplete([all, ...devices]: Numbers["completed"]): Figure[] {
  if (!all) return [];
  const of = devices.map(({ device, median }) => `${device} ${lasting(median)}`).join(", ");
  const spread = `half took ${lasting(all.quarter)} to ${lasting(all.threeQuarters)}`;
  return [["Time to complete", lasting(all.median), `median; ${spread}; ${of}`, undefined]];
}

/** Minutes and seconds, `2:07`, and under a minute a digit more, `12.0 s`. @param ms milliseconds */
function lasting(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
