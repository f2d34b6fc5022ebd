import type { ReactNode } from "react";
import type { TypedKind } from "../../machines/fields.ts";
import { HintAndError } from "./field-frame.tsx";
import { errorId, hintId } from "./field-ids.ts";
import styles from "./fields.module.css";
import { inputAttributes } from "./input-attributes.ts";

type Props = {
  /** Hint and errors of the three boxes stand together under this name. */
  name: string;
  legend: string;
  hint: string;
  boxes: readonly { name: string; kind: string; label: string }[];
  values: Readonly<Record<string, string | undefined>>;
  /** In words, by the box's name. */
  errors: Readonly<Record<string, string | undefined>>;
  children?: ReactNode;
};

/** A day in three boxes: month, day, year. */
export function DateBoxes({ name: dateName, legend, hint, boxes, values, errors, children }: Props) {
  // What is wrong with several boxes alike is said once.
  const saidAt = (error: string) => boxes.find(({ name }) => errors[name] === error)!.name;
  const wrong = boxes.filter(({ name }) => errors[name] && saidAt(errors[name]) === name);
  return (
    <fieldset className={wrong.length > 0 ? `${styles.wholeDate} ${styles.invalid}` : styles.wholeDate}>
      <legend className={styles.label}>{legend}</legend>
      <HintAndError name={dateName} hint={hint} />
      {wrong.map(({ name }) => (
        <HintAndError key={name} name={name} error={errors[name]} />
      ))}
      <div className={styles.dateParts}>
        {boxes.map(({ name, kind, label }) => (
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
              aria-describedby={[
                hintId(dateName),
                ...(errors[name] ? [errorId(saidAt(errors[name]))] : []),
              ].join(" ")}
            />
          </div>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
