import type { Kind } from "../../../machines/what-if/differences.ts";
import type { Tally } from "../../../machines/what-if/tally.ts";
import type { Layout } from "../drawing/layout.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import together from "../ui/sides.module.css";
import { titlesIn } from "../ui/title-of.ts";
import { flowWeights, type Side } from "./flow-weights.ts";
import { kindNames, lists, type Report } from "./report.ts";
import styles from "./what-if-page.module.css";

/** A run, and where its charts are drawn. */
type Shown = Report & { layouts: Record<Side, Layout> };

type Props = {
  code: string;
  report: Shown | null;
  /** Why there is a run that is not shown. */
  unreadable?: string;
  query: URLSearchParams;
};

const kinds = Object.keys(kindNames) as Kind[];

/** What an edit of a survey does to visits: the newest run of `npm run what-if`. */
export function WhatIfPage({ code, report, unreadable, query }: Props) {
  return (
    <GraphLayout
      title={`What if: ${code}`}
      chart={{ code, page: "what-if", isSurvey: true }}
      lead={
        <>
          What an edit does to visits before it ships. <code>npm run what-if -- {code}</code> walks recorded
          visits through the survey as it was and as it is now; this page shows the newest run.
        </>
      }
    >
      {unreadable && (
        <p role="alert" className={styles.alert}>
          {unreadable}
        </p>
      )}
      {report ? (
        <Run report={report} query={query} />
      ) : (
        !unreadable && <p className={styles.none}>None yet.</p>
      )}
    </GraphLayout>
  );
}

function Run({ report, query }: { report: Shown; query: URLSearchParams }) {
  const { code, before, after, visitsOf, rest, tally, drawn, layouts } = report;
  const [was, is] = [titlesIn(drawn.before.view), titlesIn(drawn.after.view)];
  const titleOf = (id: string) => (was(id) === id ? is(id) : was(id));
  return (
    <>
      <h2 className={styles.heading}>
        {before} to {after}: {inWords(tally.visits)} {visitsOf}
      </h2>
      <p className={styles.note}>
        {rest.length > 0 && "Not all visits were read: the run goes on, or was stopped. "}
        {tally.failed > 0 && `${inWords(tally.failed)} visits could not be walked. `}
        Where a recording does not say what a visitor would do, everything was tried, so numbers are bounds.
      </p>
      <ScrollTable
        label="Table of what differs"
        caption="What differs"
        heads={["Visits that", "At least", "At most", "In the simulator"]}
        rows={kinds.map((kind) => ({
          key: kind,
          isMarked: tally.kinds[kind].atMost > 0,
          cells: [
            kindNames[kind],
            shareOf(tally.kinds[kind].atLeast, tally),
            shareOf(tally.kinds[kind].atMost, tally),
            <Visits key={kind} code={code} samples={tally.kinds[kind].samples} />,
          ],
        }))}
      />
      <Lists tally={tally} titleOf={titleOf} />
      <div className={together.sides} data-together>
        {(["before", "after"] as const).map((side) => {
          const { view, marks } = drawn[side];
          return (
            <div key={side}>
              <h3>
                {side === "before"
                  ? `Before, ${before}: red and dashed is lost`
                  : `After, ${after}: green is gained`}
                , yellow is changed
              </h3>
              <ChartFrame
                layout={layouts[side]}
                marks={marks}
                view={{ ...view, code: `${code}-${side}` }}
                weights={flowWeights(view, tally, side)}
                query={query}
                zoom={zoomIn(query)}
              />
            </div>
          );
        })}
      </div>
      <p className={styles.note}>
        Lines are as wide as visits went along them, after the edit as far as that is certain. Numbers are
        beside what differs.
      </p>
    </>
  );
}

/** Visits by their ids. */
function Visits({ code, samples }: { code: string; samples: Tally["kinds"]["way"]["samples"] }) {
  if (samples.length === 0) return null;
  return (
    <details>
      <summary>{samples.length === 1 ? "Where 1 parts" : `Where the first ${samples.length} part`}</summary>
      <ul className={styles.visits}>
        {samples.map(({ visit, simulate }) => (
          <li key={visit}>
            <a href={`/graphs/${code}/simulate?${simulate}`}>{visit}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lists({ tally, titleOf }: { tally: Tally; titleOf: (id: string) => string }) {
  const some = lists.filter(([name]) => Object.keys(tally[name]).length > 0);
  return (
    <div className={styles.lists}>
      {some.map(([name, title]) => (
        <section key={name} aria-labelledby={`list-${name}`}>
          <h3 id={`list-${name}`}>{title}</h3>
          <ol>
            {Object.entries(tally[name])
              .sort(([, one], [, other]) => other - one)
              .map(([each, count]) => (
                <li key={each}>
                  {name === "skipped" || name === "met" ? titleOf(each) : each}: {inWords(count)}
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

const inWords = (count: number) => count.toLocaleString("en-US");

function shareOf(count: number, { visits }: Tally): string {
  return count === 0 ? "0" : `${inWords(count)} (${((100 * count) / visits).toFixed(2)} %)`;
}
