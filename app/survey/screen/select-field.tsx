import { FieldFrame } from "../../ui/field-frame.tsx";
import { describedBy } from "../../ui/field-ids.ts";
import styles from "../../ui/fields.module.css";
import type { WordedOption } from "./page-data.ts";

export type ChoiceFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** The error in words. */
  error?: string;
  required: boolean;
  options: WordedOption[];
  /** Value of the option given before. */
  chosen?: string;
};

/** A long list to choose from. It starts empty, so that a choice is really made. */
export function SelectField({
  name,
  label,
  hint,
  error,
  required,
  options,
  chosen,
  selectOne,
}: ChoiceFieldProps & { selectOne: string }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <select
        id={name}
        name={name}
        className={`${styles.input} ${styles.select}`}
        defaultValue={options.some(({ value }) => value === chosen) ? chosen : ""}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { hint, error })}
      >
        <option value="">{selectOne}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} data-fields={JSON.stringify(option.records)}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
