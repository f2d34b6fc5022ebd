import type { View } from "../../../machines/graph/view.ts";
import type { Compared } from "../../../services/features/numbers/types.ts";
import type { Chart } from "../../graphs/chart-of.ts";
import { marksOf } from "../../graphs/drawing/marks.ts";
import { foundIn } from "../../graphs/drawing/search.ts";
import { addressWith, addressWithout } from "../../graphs/ui/address.ts";
import { ChartFrame, zoomIn } from "../../graphs/ui/chart-frame.tsx";
import parts from "../../graphs/ui/parts.module.css";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import { CompareForm } from "./compare-form.tsx";
import styles from "./numbers.module.css";
import { fileAt, sideOf } from "./query.ts";
import { Alarms, NotYetRated, ofSurvey, QueryPage, Remarks, type Shown } from "./query-page.tsx";
import { NumberTable } from "./tables/number-table.tsx";
import { say } from "./tables/table.ts";
import { comparedWeights } from "./weights.ts";

export type ComparedShown = Shown & {
  view: View;
  /** A's chart, and B's where it is a different one. */
  charts: Chart[];
  codes: readonly string[];
  compared: Compared | null;
};

/** Two groups of sessions side by side, and which differences are significant. */
export function CompareNumbersPage(props: ComparedShown & { query: URLSearchParams }) {
  const { view, charts, codes, wrong, unavailable, compared, query } = props;
  return (
    <QueryPage
      wrong={wrong}
      unavailable={unavailable}
      {...ofSurvey(view.code, "sides", askedOfA(query))}
      title="Compare numbers"
      refused="Nothing was compared: "
      form={
        <CompareForm
          codes={codes}
          wrong={wrong}
          code={view.code}
          params={query}
          choices={{ a: compared?.a.choices, b: compared?.b.choices }}
          flags={{ ...compared?.a.choices.flags, ...compared?.b.choices.flags }}
        />
      }
    >
      {compared && (
        <>
          <Alarms numbers={compared.a} view={view} query={query} />
          <NotYetRated waiting={compared.a.waiting} of="A" />
          <NotYetRated waiting={compared.b.waiting} of="B" />
          <Untested compared={compared} charts={charts} view={view} />
          <Tables {...props} compared={compared} />
          <ComparedDrawing charts={charts} compared={compared} query={query} />
          <Remarks numbers={compared.a} view={view} query={query} isOfTwo />
          <p className={styles.counted}>
            Marked rows differ significantly. A visitor who came back counts under the flags of the latest
            arrival.
          </p>
        </>
      )}
    </QueryPage>
  );
}

type TablesProps = Pick<ComparedShown, "view" | "tables"> & { compared: Compared; query: URLSearchParams };

/** The rates of the total, and otherwise only what differs, unless every row is requested or nothing is tested. */
function Tables({ view, compared, tables, query }: TablesProps) {
  const isWhole = query.get("rows") === "all";
  const differing = tables
    .slice(1)
    .map((table) => ({ ...table, rows: table.rows.filter(({ isMarked }) => isMarked) }))
    .filter(({ rows }) => rows.length > 0);
  const count = differing.reduce((sum, { rows }) => sum + rows.length, 0);
  const isTested = compared.overlap === 0;
  return (
    <>
      {isTested && (
        <p className={styles.counted}>
          {isWhole ? "Every row is shown." : `${shownInWords(count)} besides the overall rates.`}{" "}
          <a href={isWhole ? addressWithout(query, "rows", "all") : addressWith(query, { rows: "all" })}>
            {isWhole ? "Show only what differs" : "Show every row"}
          </a>
        </p>
      )}
      {(isWhole || !isTested ? tables : [...tables.slice(0, 1), ...differing]).map((table) => (
        <NumberTable
          key={table.name}
          table={table}
          fileAt={fileAt(view.code, table.name, query)}
          query={query}
        />
      ))}
    </>
  );
}

function shownInWords(count: number): string {
  if (count === 0) return "Nothing differs significantly";
  return count === 1
    ? "One row differs significantly, and is shown"
    : `${count} rows differ significantly, and are shown`;
}

/** Other views continue with side A. */
function askedOfA(query: URLSearchParams): URLSearchParams {
  const asked = sideOf(query, "a");
  asked.delete("variant");
  return asked;
}

/** Why some or all of it is not tested. */
function Untested({
  compared,
  charts,
  view,
}: Pick<ComparedShown, "charts" | "view"> & { compared: Compared }) {
  const { overlap, firstQuestions, ofViews } = compared;
  const firstOf = (ids: readonly string[], side = view) =>
    ids.map((id) => `“${titlesIn(side)(id)}”`).join(" or ");
  return (
    <>
      {overlap > 0 && (
        <p role="alert" className={styles.alert}>
          {say(overlap, "count")} sessions are in both A and B, so nothing is tested: a test needs two
          separate groups. Choose a value of the flag, or a period, for each side.
        </p>
      )}
      {firstQuestions && (
        <p role="alert" className={styles.alert}>
          A begins with {firstOf(firstQuestions.a)}, B with {firstOf(firstQuestions.b, charts.at(-1)?.view)}.{" "}
          {ofViews
            ? "So the overall rates are tested per first view. A session begins with its first answer, so rates per session and at the first questions are shown but not tested."
            : "A session begins with its first answer, and first views are not known on both sides, so bounces at the first question are unknown: overall rates and rates at these steps are shown but not tested."}
          {(["a", "b"] as const).map((side) => {
            const { views } = compared[side];
            return !ofViews && !views.isKnown && views.from ? (
              <span key={side}>
                {" "}
                First views of {side.toUpperCase()} are known from {views.from} on.
              </span>
            ) : null;
          })}
        </p>
      )}
    </>
  );
}

type DrawingProps = { charts: readonly Chart[]; compared: Compared; query: URLSearchParams };

/** Both sides on one chart. With two charts each is drawn, and transitions of only one are faint. */
function ComparedDrawing({ charts, compared, query }: DrawingProps) {
  const weights = comparedWeights(compared);
  const differing = compared.ways.filter(({ taken }) => taken.isSignificant).length;
  return (
    <section aria-labelledby="drawn">
      <h2 id="drawn" className={styles.title}>
        Where paths differ
      </h2>
      <p className={styles.legend}>
        Labels are the share in A → in B (“12 → 18%”), or counts below 20 sessions (“1/3 → 1/1”).{" "}
        <span className={styles.a}>Blue</span> transitions are taken more in A,{" "}
        <span className={styles.b}>orange</span> ones more in B; a wider line is a larger difference. Thin
        gray lines do not differ significantly.{" "}
        <strong>
          {differing === 0
            ? "No transition differs significantly."
            : `${differing} ${differing === 1 ? "transition differs" : "transitions differ"} significantly.`}
        </strong>{" "}
        See <a href="#ways">the table</a>.
      </p>
      <div
        className={charts.length > 1 ? parts.sides : undefined}
        {...(charts.length > 1 && { "data-together": "" })}
      >
        {charts.map((chart) => {
          const { view, layout, texts } = chart;
          const onlyHere = view.edges.filter(({ id }) => !weights.edges?.[id]).map(({ id }) => id);
          const marks = marksOf({
            found: foundIn(query.get("find") ?? "", chart),
            faint: charts.length > 1 ? onlyHere : [],
          });
          return (
            <ChartFrame
              key={view.code}
              view={view}
              layout={layout}
              texts={texts}
              marks={marks}
              weights={weights}
              query={query}
              zoom={zoomIn(query)}
            />
          );
        })}
      </div>
    </section>
  );
}
