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

/** A run, with the layouts of its charts. */
type Shown = Report & { layouts: Record<Side, Layout> };

type Props = {
  code: string;
  report: Shown | null;
  /** Why an existing run cannot be shown. */
  unreadable?: string;
  query: URLSearchParams;
};

const kinds = Object.keys(kindNames) as Kind[];

/** How an edit of a survey would change visits: the latest run of `npm run what-if`. */
export function WhatIfPage({ code, report, unreadable, query }: Props) {
  return (
    <GraphLayout
      title={`What if: ${code}`}
      chart={{ code, page: "what-if", isSurvey: true }}
      lead={
        <>
          How an edit would change visits. <code>npm run what-if -- {code}</code> replays recorded visits
          through the survey before and after the edit; this page shows the latest run.
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
        !unreadable && (
          <p className={styles.none}>
            No run yet. Run <code>npm run what-if -- {code}</code> to see its results here.
          </p>
        )
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
        {rest.length > 0 && "This run is incomplete: it is still going, or was stopped. "}
        {tally.failed > 0 && `${inWords(tally.failed)} visits could not be replayed. `}
        Where a recording does not show what a visitor would do, every answer was tried, so numbers are
        bounds.
      </p>
      <ScrollTable
        label="Differences"
        caption="Differences"
        heads={["Visits that", "At least", "At most", "Examples"]}
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
                  ? `Before, ${before}: removed is red and dashed`
                  : `After, ${after}: added is green`}
                , changed is yellow
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
        Line width shows how many visits took a transition; after the edit, only those that certainly do.
        Numbers mark the differences.
      </p>
    </>
  );
}

/** Example visits, which open in the simulator. */
function Visits({ code, samples }: { code: string; samples: Tally["kinds"]["way"]["samples"] }) {
  if (samples.length === 0) return null;
  return (
    <details>
      <summary className={styles.unfold}>
        {samples.length === 1 ? "1 visit" : `${samples.length} visits`}
      </summary>
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
