import type { View } from "../../../machines/graph/view.ts";
import type { Compared, Numbers } from "../../../services/analytics/types.ts";
import type { Chart } from "../chart-of.ts";
import { ViewBar } from "../saved-views/view-bar.tsx";
import type { ViewLink } from "../saved-views/view-link.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { titlesIn } from "../ui/title-of.ts";
import type { FieldErrors } from "./answers/asked.ts";
import { Caveats } from "./caveats.tsx";
import { CompareForm } from "./compare-form.tsx";
import { ComparedDrawing } from "./compared-drawing.tsx";
import { NumberTable } from "./number-table.tsx";
import styles from "./numbers-page.module.css";
import { sideOf } from "./side-of.ts";
import { say, type Table } from "./table.ts";

export type ComparedShown = {
  view: View;
  /** What it is drawn on: the chart of A, and B's where that is another. */
  charts: Chart[];
  codes: readonly string[];
  wrong: { a: FieldErrors; b: FieldErrors };
  compared: Compared | null;
  /** The same as tables. */
  tables: Table[];
  /** What is saved of this survey's numbers. */
  views: ViewLink[];
  /** Why there is none, in a sentence. */
  unavailable?: string;
};

/** Two variants, two periods or two values of a flag side by side, and what is more than chance. */
export function CompareNumbersPage(props: ComparedShown & { query: URLSearchParams }) {
  const { view, charts, codes, wrong, compared, tables, views, unavailable, query } = props;
  const words = [...Object.values(wrong.a), ...Object.values(wrong.b)];
  return (
    <GraphLayout
      title="Compare numbers"
      chart={{ code: view.code, page: "numbers/compare", isSurvey: true }}
      asked={askedOfA(query)}
      lead="Two variants, two periods, two sources, or the values of a flag. Marked rows differ by more than chance. A visit counts under the flags of its newest arrival."
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
          <ViewBar code={view.code} page="numbers/compare" query={query} views={views} />
          <Caveats numbers={compared.a} view={view} query={query} />
          <Untested {...{ compared, charts, view }} />
          <ComparedDrawing {...{ charts, compared, query }} />
          {tables.map((table) => (
            <NumberTable
              key={table.name}
              table={table}
              fileAt={(format) => `/graphs/${view.code}/numbers/compare/${table.name}.${format}?${query}`}
              query={query}
            />
          ))}
        </>
      )}
    </GraphLayout>
  );
}

/** What the numbers' own page is asked by its tab: side A. */
function askedOfA(query: URLSearchParams): string {
  const asked = sideOf(query, "a");
  asked.delete("variant");
  return asked.toString();
}

/** What cannot be tested, and why. */
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
          {say(overlap, "count")} of the same sessions are on both sides, so nothing is tested: two groups
          have to be apart. Choose a value of the flag, or a period, for each.
        </p>
      )}
      {firstQuestions && (
        <p role="alert" className={styles.alert}>
          A begins with {firstOf(firstQuestions.a)}, B with {firstOf(firstQuestions.b, charts.at(-1)?.view)}.{" "}
          {ofViews
            ? "So the whole is compared by first views. A session begins with its first answer: rates of sessions, and the first questions’ own, are shown and not tested."
            : "A session begins with its first answer, and views are not known on both sides, so nobody knows here how many left at a first question: the whole and these places are shown, and not tested."}
          {(["a", "b"] as const).map((side) => {
            const { views } = compared[side];
            return !ofViews && !views.isKnown && views.from ? (
              <span key={side}>
                {" "}
                Those of {side.toUpperCase()} are known from {views.from} on.
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
