import type { WordedField } from "../../survey/screen/page-data.ts";
import controls from "../ui/controls.module.css";
import styles from "./next.module.css";

/** What was typed, and the validation errors, by field name. */
export type Refused = { values: Record<string, string | undefined>; errors: Record<string, string> };

/** A form for typed answers, validated as on the survey. */
export function OwnAnswer({ fields, refused }: { fields: readonly WordedField[]; refused?: Refused }) {
  const { values = {}, errors = {} } = refused ?? {};
  return (
    <details className={styles.own} open={refused !== undefined}>
      <summary>Enter your own answer</summary>
      <form method="post" className={`${styles.form} ${controls.controls}`} noValidate>
        {refused && (
          <p role="alert" className={styles.refused}>
            {Object.values(errors).join(" ")}
          </p>
        )}
        {fields.map(({ name, kind, label, options }) => {
          const control = { id: `own-${name}`, name, defaultValue: values[name] };
          const isInvalid = errors[name] !== undefined || undefined;
          return (
            <div key={name}>
              <label htmlFor={control.id}>{label}</label>
              {kind === "select" ? (
                <select {...control} aria-invalid={isInvalid}>
                  <option value="">Select one</option>
                  {options?.map(({ value, label: text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              ) : kind === "description" ? (
                <textarea {...control} rows={4} aria-invalid={isInvalid} />
              ) : (
                <input {...control} autoComplete="off" aria-invalid={isInvalid} />
              )}
            </div>
          );
        })}
        <button type="submit">Answer</button>
      </form>
    </details>
  );
}
