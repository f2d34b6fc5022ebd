import { HintAndError } from "../../ui/field-frame.tsx";
import { describedBy } from "../../ui/field-ids.ts";
import styles from "../../ui/fields.module.css";
import type { ChoiceFieldProps } from "./select-field.tsx";

/** A few answers to choose one of, all in view. The first bears the field's name as its id: errors lead there. */
export function RadioField({ name, label, hint, error, required, options, chosen }: ChoiceFieldProps) {
  return (
    <fieldset
      className={error ? `${styles.field} ${styles.invalid}` : styles.field}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(name, { hint, error })}
    >
      <legend className={styles.label}>{label}</legend>
      <HintAndError name={name} hint={hint} error={error} />
      <div className={styles.radios}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.radio}>
            <input
              type="radio"
              id={index === 0 ? name : undefined}
              name={name}
              value={option.value}
              data-fields={JSON.stringify(option.records)}
              required={required}
              defaultChecked={option.value === chosen}
              aria-invalid={error && index === 0 ? true : undefined}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
