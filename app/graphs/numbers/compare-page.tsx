import type { View } from "../../../machines/graph/view.ts";
import type { Compared, Numbers } from "../../../services/analytics/types.ts";
import type { Chart } from "../chart-of.ts";
import { addressWith, addressWithout } from "../ui/address.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { titlesIn } from "../ui/title-of.ts";
import type { FieldErrors } from "./answers/asked.ts";
import { Caveats } from "./caveats.tsx";
import { CompareForm } from "./compare-form.tsx";
import { ComparedDrawing } from "./compared-drawing.tsx";
import { NumberTable } from "./number-table.tsx";
import styles from "./numbers-page.module.css";
import { filtersOf, numberViews } from "./shows.ts";
import { sideOf } from "./side-of.ts";
import { say, type Table } from "./table.ts";

export type ComparedShown = {
  view: View;
  /** A's chart, and B's where it is a different one. */
  charts: Chart[];
  codes: readonly string[];
  wrong: { a: FieldErrors; b: FieldErrors };
  compared: Compared | null;
  /** The same as tables. */
  tables: Table[];
  /** Why there is none, in a sentence. */
  unavailable?: string;
};

/** Two groups of sessions side by side, and which differences are significant. */
export function CompareNumbersPage(props: ComparedShown & { query: URLSearchParams }) {
  const { view, charts, codes, wrong, compared, tables, unavailable, query } = props;
  const words = [...Object.values(wrong.a), ...Object.values(wrong.b)];
  return (
    <GraphLayout
      title="Compare numbers"
      chart={{ code: view.code, page: "numbers", isSurvey: true }}
      asked={filtersOf(askedOfA(query))}
      views={numberViews(view.code, "sides", askedOfA(query))}
      lead="Compare two surveys, periods, sources or values of a flag. Marked rows differ significantly. A visitor who came back counts under the flags of the latest arrival."
    >
      <CompareForm
        {...{ codes, wrong }}
        code={view.code}
        params={query}
        choices={{ a: compared?.a.choices, b: compared?.b.choices }}
        flags={flagsOf(compared?.a, compared?.b)}
      />
      {(words.length > 0 || unavailable) && (
        <p role="alert" className={styles.alert}>
          {unavailable ?? `Nothing was compared: ${words.join(" ")}`}
        </p>
      )}
      {compared && (
        <>
          <Caveats numbers={compared.a} view={view} query={query} />
          <Untested {...{ compared, charts, view }} />
          <ComparedDrawing {...{ charts, compared, query }} />
          <Tables {...{ view, compared, tables, query }} />
        </>
      )}
    </GraphLayout>
  );
}

type TablesProps = Pick<ComparedShown, "view" | "tables"> & { compared: Compared; query: URLSearchParams };

/** The rates of the whole, and of the rest what differs, unless every row is asked for or nothing is tested. */
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
          fileAt={(format) => `/graphs/${view.code}/numbers/${table.name}.${format}?${query}`}
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

/** What else can be shown goes on with side A. */
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

function flagsOf(...sides: (Numbers | undefined)[]): Numbers["choices"]["flags"] {
  return Object.assign({}, ...sides.map((side) => side?.choices.flags ?? {}));
}
