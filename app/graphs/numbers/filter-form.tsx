import type { ReactNode } from "react";
import type { View } from "../../../machines/graph/view.ts";
import type { Numbers } from "../../../services/analytics/types.ts";
import { addressOnly } from "../ui/address.ts";
import controls from "../ui/controls.module.css";
import type { FieldErrors } from "./answers/asked.ts";
import { Choices } from "./choices.tsx";
import { AllBut, Check, Field, Group, Select } from "./fields.tsx";
import styles from "./filter-form.module.css";
import { dataNames, paceNames, resultNames } from "./names.ts";
import { PlacesToPass } from "./places-to-pass.tsx";
import { SetFilters } from "./set-filters.tsx";

type Props = {
  view: View;
  params: URLSearchParams;
  wrong: FieldErrors;
  /** Null where nothing could be asked: then there is nothing to choose from. */
  numbers: Numbers | null;
  /** Fields of the page's own. */
  children?: ReactNode;
  /** Those of them that are seldom changed. */
  more?: ReactNode;
};

/** What is shown and how tables are sorted; showing other filters must not lose it. */
const keptFields = ["show", "sort", "order"];

/** What is shown and how, which is no filter: a page where nothing else is chosen has nothing to clear. */
const ownChoices = [...keptFields, "data", "by", "and", "against"];

/** A GET form, so that the address of what it shows can be shared. */
export function FilterForm({ view, params, wrong, numbers, children, more }: Props) {
  return (
    <form className={styles.form} aria-label="Filters">
      <div className={`${styles.row} ${controls.controls}`}>
        <Field name="from" label="From" type="date" {...{ params, wrong }} />
        <Field name="to" label="To" type="date" {...{ params, wrong }} />
        {children}
        <button type="submit">Show</button>
        {[...params.keys()].some((name) => !ownChoices.includes(name)) && (
          <a className={styles.reset} href={addressOnly(params, "show", "data")}>
            Clear all
          </a>
        )}
      </div>
      {keptFields.map(
        (name) =>
          params.has(name) && <input key={name} type="hidden" name={name} value={params.get(name)!} />,
      )}
      <SetFilters view={view} params={params} />
      <details className={styles.more}>
        <summary>Filters</summary>
        <div className={`${styles.row} ${controls.controls}`}>
          <Select name="data" label="Traffic" options={dataNames} {...{ params, wrong }} />
          <Select name="pace" label="Visits" options={paceNames} {...{ params, wrong }} />
          {more}
        </div>
        <div className={styles.groups}>
          <Group name="Result" wrong={wrong.result}>
            <AllBut name="result" params={params} />
            {Object.entries(resultNames).map(([result, text]) => (
              <Check key={result} name="result" value={result} text={text} params={params} />
            ))}
          </Group>
          <Choices choices={numbers?.choices} params={params} wrong={wrong} />
        </div>
        <PlacesToPass view={view} params={params} />
      </details>
    </form>
  );
}
