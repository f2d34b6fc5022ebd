import { Fragment, type ReactNode } from "react";
import type { View } from "../../../machines/graph/view.ts";
import type { Numbers } from "../../../services/features/numbers/types.ts";
import { addressWith } from "../../graphs/ui/address.ts";
import { Moment } from "../../graphs/ui/facts.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import { addedToNumberPages } from "./added.ts";
import type { FieldErrors } from "./answers/asked.ts";
import styles from "./numbers.module.css";
import { filtersOf, listQuery, numberViews, type Show, showAddress } from "./query.ts";
import { FileLinks } from "./tables/number-table.tsx";
import { say, type Table } from "./tables/table.ts";

/** The data of every page of numbers, whatever its view. */
export type Shown = {
  /** The faults of the question, by field. */
  wrong: FieldErrors;
  /** Why there are no numbers, in a sentence. */
  unavailable?: string;
  /** The page's tables, which are also files. */
  tables: Table[];
  /** The time of the numbers, in epoch milliseconds; undefined without any. */
  asOf?: number;
};

type PageProps = Parameters<typeof GraphLayout>[0] &
  Pick<Shown, "wrong" | "unavailable"> & {
    form: ReactNode;
    /** What precedes the list of faults. */
    refused?: string;
  };

/** A page with a form: the reason why there is no answer, or the answer. */
export function QueryPage({
  form,
  wrong,
  unavailable,
  refused = "Nothing was counted: ",
  children,
  ...layout
}: PageProps) {
  const words = Object.values(wrong).join(" ");
  const problem = unavailable ?? (words && refused + words);
  return (
    <GraphLayout {...layout}>
      {form}
      {problem && (
        <p role="alert" className={styles.alert}>
          {problem}
        </p>
      )}
      {children}
    </GraphLayout>
  );
}

/** Where the menus place a page. @param query whose filters the survey's other pages keep */
export function ofSurvey(code: string, show: Show, query: URLSearchParams) {
  return {
    chart: { code, page: "numbers", isSurvey: true },
    asked: filtersOf(query),
    views: numberViews(code, show, query),
  };
}

type RemarksProps = {
  numbers: Numbers;
  view: View;
  query: URLSearchParams;
  /** True where two groups are compared: each has its own note on sessions that are not counted yet. */
  isOfTwo?: boolean;
};

/** Warnings to read before the first number. */
export function Alarms({ numbers, view, query }: Omit<RemarksProps, "isOfTwo">) {
  const { data, days, conservation } = numbers;
  const titleOf = titlesIn(view);
  return (
    <>
      <StateOfNumbers numbers={numbers} />
      {!conservation.holds && (
        <div role="alert" className={styles.alert}>
          <p>These numbers do not add up: entries do not equal exits plus sessions still there, at</p>
          <ul>
            {conservation.breaches.map(({ node, visits, exits, stillThere }) => (
              <li key={node}>
                {titleOf(node)}: {visits} in, {exits} out, {stillThere} still there
              </li>
            ))}
          </ul>
          <p>
            Rebuild them from the log with <code>npm run claimpath -- analytics rebuild</code>.
          </p>
        </div>
      )}
      <NoSuchPlace numbers={numbers} view={view} query={query} />
      {!days && data === "real" && <NobodyYet code={view.code} />}
    </>
  );
}

/** Remarks on the numbers, for below the first of them. */
export function Remarks({ numbers, view, query, isOfTwo }: RemarksProps) {
  const { nodes, edges, unmatched, timedEvery, setApart } = numbers;
  const unmodelled = [...nodes, ...edges].filter(({ isModelled }) => !isModelled).length + unmatched.length;
  return (
    <>
      <SetApart setApart={setApart} query={query} />
      {unmodelled > 0 && (
        <p className={styles.counted}>
          {unmodelled === 1 ? "One step or transition is" : `${unmodelled} steps or transitions are`} of
          another version of the chart: in the tables, but not drawn.{" "}
          <a href={showAddress(view.code, "values", new URLSearchParams({ by: "version" }))}>
            Compare the versions
          </a>
        </p>
      )}
      {!isOfTwo && <NotYetRated waiting={numbers.waiting} />}
      {timedEvery > 1 && (
        <p className={styles.alert}>
          Of this many sessions, times are taken from 1 in {timedEvery}. All other numbers count every
          session.
        </p>
      )}
    </>
  );
}

/**
 * Warns about a filter by a step that neither the chart nor these visits have: a misspelled one would look like an
 * unvisited one.
 */
function NoSuchPlace({ numbers: { nodes, edges }, view, query }: RemarksProps) {
  const known = [...view.nodes, ...view.edges, ...nodes, ...edges].map(({ id }) => id);
  const asked = ["with", "without", "endingAt"].flatMap((name) => query.getAll(name));
  return asked
    .filter((place) => place && !known.includes(place))
    .map((place) => (
      <p key={place} className={styles.alert}>
        There is no step or transition “{place}” in this chart, nor in these visits.
      </p>
    ));
}

/**
 * Visitors who came a moment ago may still continue, so rates exclude them
 * (`services/features/numbers/index/standing.ts`).
 * @param of whose they are
 */
export function NotYetRated({ waiting, of = "" }: Pick<Numbers, "waiting"> & { of?: string }) {
  if (!waiting) return null;
  const { sessions, from, until, viewsFrom } = waiting;
  const them = sessions === 1 ? "One session" : `${say(sessions, "count")} sessions`;
  return (
    <p className={from === null && of === "" ? styles.counted : styles.alert}>
      {of && `${of}: `}
      {from === null ? (
        <>
          {them} began in the last 30 minutes and may still go on: counted, but not in any rate before{" "}
          <Moment at={until} />.
        </>
      ) : (
        <>
          {sessions === 1 ? "Its only session" : `All ${say(sessions, "count")} sessions`} began in the last
          30 minutes and may still go on, so there are no rates yet{of && ", and nothing is compared"}: the
          first can be judged from <Moment at={from} /> on, all of these from <Moment at={until} /> on.
        </>
      )}
      {viewsFrom !== null && (
        <>
          {" "}
          Rates per first view, which are counted by whole hours, can be judged from <Moment at={viewsFrom} />{" "}
          on.
        </>
      )}
    </p>
  );
}

/** The visits that answered faster than anybody can, which are not counted here. */
export function SetApart({ setApart, query }: Pick<Numbers, "setApart"> & { query: URLSearchParams }) {
  if (setApart === 0) return null;
  return (
    <p className={styles.counted}>
      {setApart === 1
        ? "One visit answered faster than anybody can and made no lead: it is"
        : `${setApart.toLocaleString("en-US")} visits answered faster than anybody can and made no lead: they are`}{" "}
      not counted here. <a href={addressWith(query, { pace: "fast" })}>Show those that fast</a> or{" "}
      <a href={addressWith(query, { pace: "all" })}>count them too</a>.
    </p>
  );
}

/** Says when sessions are simulated, out of date or incomplete. */
export function StateOfNumbers({
  numbers: { data, isBehind, asOf, isPartial },
}: {
  numbers: Pick<Numbers, "data" | "isBehind" | "asOf" | "isPartial">;
}) {
  return (
    <>
      {data !== "real" && (
        <p className={styles.simulated}>
          <strong>
            {data === "both" ? "These numbers include simulated sessions." : "These sessions are simulated."}
          </strong>
        </p>
      )}
      {isBehind && (
        <p role="alert" className={styles.alert}>
          These numbers are as of <Moment at={asOf} />: the database they are read from is behind or cannot be
          reached. Nothing is lost; the rest will appear once it can be read.
        </p>
      )}
      {isPartial && (
        <p role="alert" className={styles.alert}>
          There are more sessions than fit in memory, so the oldest are not counted.
        </p>
      )}
    </>
  );
}

/** How a new site sees its pages before anybody has come. @param code of the survey that is shown */
export function NobodyYet({ code }: { code: string }) {
  return (
    <p className={styles.simulated}>
      No visitors yet.
      {addedToNumberPages().map(
        ({ name, makesVisits }) =>
          makesVisits && (
            <Fragment key={name}>
              {" "}
              To see this page with people who never were, run <code>{makesVisits(code).command}</code> and
              start the site with <code>{makesVisits(code).start}</code>.
            </Fragment>
          ),
      )}
    </p>
  );
}

/** The reason why first views and bounces are missing, and the day from which they are known. */
export function UnknownViews({
  numbers: { views, totals },
  query,
}: {
  numbers: Pick<Numbers, "views" | "totals">;
  query: URLSearchParams;
}) {
  if (views.isKnown && totals.sessions > views.count)
    return (
      <p className={styles.alert}>
        There are more sessions than first views, so the bounce rate is understated: some pages were served by
        a cache in front of the site, or their views were lost when a process died.
      </p>
    );
  if (views.isKnown || totals.sessions === 0) return null;
  if (views.why === "filters")
    return (
      <p className={styles.counted}>
        First views and bounces are not shown: visitors who bounce have no answers, result or sub id to filter
        by.
      </p>
    );
  return (
    <p className={styles.counted}>
      First views and bounces are not shown: some of these sessions began before first views were counted.
      {views.from && (
        <>
          {" "}
          <a href={addressWith(query, { from: views.from })}>Show sessions from {views.from} on</a>.
        </>
      )}
    </p>
  );
}

/** Links to all sessions that a page counts, for other programs. @param query the page's address */
export function SessionFiles({ code, query }: { code: string; query: URLSearchParams }) {
  const asked = listQuery(query);
  return (
    <p className={styles.files}>
      <span>Download these sessions, one per row:</span>
      <FileLinks title="These sessions" at={(format) => `/graphs/${code}/sessions/${format}?${asked}`} />
    </p>
  );
}
