import type { View } from "../../../machines/graph/view.ts";
import type { Compared, Numbers } from "../../../services/analytics/types.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import type { FieldErrors } from "./answers/asked.ts";
import { Caveats } from "./caveats.tsx";
import { CompareForm } from "./compare-form.tsx";
import { NumberTable } from "./number-table.tsx";
import styles from "./numbers-page.module.css";
import type { Table } from "./table.ts";

export type ComparedShown = {
  view: View;
  codes: readonly string[];
  wrong: { a: FieldErrors; b: FieldErrors };
  compared: Compared | null;
  /** The same as tables. */
  tables: Table[];
  /** Why there is none, in a sentence. */
  unavailable?: string;
};

/** Two variants, two periods or two values of a flag side by side, and what is more than chance. */
export function CompareNumbersPage(props: ComparedShown & { query: URLSearchParams }) {
  const { view, codes, wrong, compared, tables, unavailable, query } = props;
  const words = [...Object.values(wrong.a), ...Object.values(wrong.b)];
  return (
    <GraphLayout
      title="Compare numbers"
      chart={{ code: view.code, page: "numbers/compare", isSurvey: true }}
      lead="Two variants, two periods, or the values of a flag. Marked rows differ by more than chance."
    >
      <CompareForm
        {...{ codes, wrong }}
        code={view.code}
        params={query}
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
          {tables.map((table) => (
            <NumberTable
              key={table.name}
              table={table}
              csv={`/graphs/${view.code}/numbers/compare/${table.name}.csv?${query}`}
            />
          ))}
        </>
      )}
    </GraphLayout>
  );
}

function flagsOf(...sides: (Numbers | undefined)[]): Numbers["choices"]["flags"] {
  return Object.assign({}, ...sides.map((side) => side?.choices.flags ?? {}));
}
