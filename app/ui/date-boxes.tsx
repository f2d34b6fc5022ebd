import type { ReactNode } from "react";
import type { TypedKind } from "../../machines/fields.ts";
import { HintAndError } from "./field-frame.tsx";
import { describedBy } from "./field-ids.ts";
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
  const messages = [...new Set(boxes.flatMap(({ name }) => errors[name] ?? []))];
  return (
    <fieldset className={messages.length > 0 ? `${styles.wholeDate} ${styles.invalid}` : styles.wholeDate}>
      <legend className={styles.label}>{legend}</legend>
      <HintAndError name={dateName} hint={hint} error={messages.join(" ")} />
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
              aria-describedby={describedBy(dateName, { hint, error: errors[name] })}
            />
          </div>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
