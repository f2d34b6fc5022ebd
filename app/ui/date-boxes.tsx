import type { ClipboardEvent, InputHTMLAttributes, ReactNode } from "react";
import type { TypedKind } from "../../machines/steps/step.ts";
import { errorId, fillIn, HintAndError, hintId, inputAttributes } from "./field-frame.tsx";
import styles from "./fields.module.css";

type Props = {
  /** The common name of the three boxes' hint and errors. */
  name: string;
  legend: string;
  hint?: string;
  boxes: readonly {
    name: string;
    kind: string;
    label: string;
    own?: InputHTMLAttributes<HTMLInputElement>;
  }[];
  values: Readonly<Record<string, string | undefined>>;
  /** In words, by the box's name. */
  errors: Readonly<Record<string, string | undefined>>;
  children?: ReactNode;
};

/** A day in three boxes: month, day, year. */
export function DateBoxes({ name: dateName, legend, hint, boxes, values, errors, children }: Props) {
  // An error that several boxes share is shown once.
  const saidAt = (error: string) => boxes.find(({ name }) => errors[name] === error)!.name;
  const wrong = boxes.filter(({ name }) => errors[name] && saidAt(errors[name]) === name);
  return (
    <fieldset
      className={wrong.length > 0 ? `${styles.wholeDate} ${styles.invalid}` : styles.wholeDate}
      onPaste={spread}
    >
      <legend className={styles.label}>{legend}</legend>
      <HintAndError name={dateName} hint={hint} />
      {wrong.map(({ name }) => (
        <HintAndError key={name} name={name} error={errors[name]} />
      ))}
      <div className={styles.dateParts}>
        {boxes.map(({ name, kind, label, own }) => (
          <div key={name}>
            <label className={styles.partLabel} htmlFor={name}>
              {label}
            </label>
            <input
              {...inputAttributes[kind as TypedKind]}
              {...own}
              id={name}
              name={name}
              className={`${styles.input} ${styles[kind]}`}
              defaultValue={values[name]}
              aria-invalid={errors[name] ? true : undefined}
              aria-describedby={[
                ...(hint ? [hintId(dateName)] : []),
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

/** Distributes a whole date that is pasted into one box to all three. Other text stays where it was pasted. */
function spread(event: ClipboardEvent<HTMLFieldSetElement>) {
  const parts = partsOf(event.clipboardData.getData("text"));
  if (!parts) return;
  event.preventDefault();
  event.currentTarget.querySelectorAll("input").forEach((box, index) => {
    fillIn(box, parts[index]!);
  });
}

/** Month, day and year of `3/27/2024` and `2024-03-27`; of `27/3/2024` too, since there is no month 27. */
function partsOf(text: string): string[] | undefined {
  const [, a = "", b = "", c = ""] = /^\s*(\d+)\D(\d+)\D(\d+)\s*$/.exec(text) ?? [];
  if (a.length === 4) return [b, c, a];
  if (c.length !== 4) return undefined;
  return Number(a) > 12 ? [b, a, c] : [a, b, c];
}
