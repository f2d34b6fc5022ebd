import type { TypedKind } from "../../../machines/fields.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import buttons from "../../ui/buttons.module.css";
import { HintAndError } from "../../ui/field-frame.tsx";
import { describedBy } from "../../ui/field-ids.ts";
import styles from "../../ui/fields.module.css";
import { inputAttributes } from "../../ui/input-attributes.ts";
import type { LocalizedStep, ScreenState } from "./page-data.ts";

/** Hint and errors of the three date fields stand together under this name. */
const dateName = "injury_date";

type Props = {
  step: LocalizedStep;
  values: ScreenState["values"];
  errors: Record<string, string>;
  words: Wording["exactDate"];
};

/** The exact date, for visitors who know it (ruling 12); closed until it is wanted or filled in. */
export function ExactDate({ step: { fields, submit }, values, errors, words }: Props) {
  const messages = [...new Set(fields.flatMap(({ name }) => errors[name] ?? []))];
  const wrong = messages.length > 0;
  const open = wrong || fields.some(({ name }) => values[name]);
  return (
    <details className={styles.exactDate} open={open}>
      <summary className={styles.summary}>{words.summary}</summary>
      <fieldset className={wrong ? `${styles.wholeDate} ${styles.invalid}` : styles.wholeDate}>
        <legend className={styles.label}>{words.legend}</legend>
        <HintAndError name={dateName} hint={words.hint} error={messages.join(" ")} />
        <div className={styles.dateParts}>
          {fields.map(({ name, kind, label }) => (
            <div key={name}>
              <label className={styles.partLabel} htmlFor={name}>
                {label}
              </label>
              <input
                {...inputAttributes[kind as TypedKind]}
                id={name}
                name={name}
                className={`${styles.input} ${styles[kind]}`}
                defaultValue={values[name]}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={describedBy(dateName, { hint: words.hint, error: errors[name] })}
              />
            </div>
          ))}
        </div>
        <button type="submit" name="intent" value="next" className={buttons.secondary}>
          {submit ?? words.button}
        </button>
      </fieldset>
    </details>
  );
}
