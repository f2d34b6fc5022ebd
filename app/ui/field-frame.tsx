import type { ReactNode } from "react";
import { errorId, hintId } from "./field-ids.ts";
import styles from "./fields.module.css";

type Props = { name: string; label: string; hint?: string; error?: ReactNode; children: ReactNode };

/** Label, hint and error text around one control whose id is `name`. */
export function FieldFrame({ name, label, hint, error, children }: Props) {
  return (
    <div className={error ? `${styles.field} ${styles.invalid}` : styles.field}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      <HintAndError name={name} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function HintAndError({ name, hint, error }: Pick<Props, "name" | "hint" | "error">) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={hintId(name)}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={errorId(name)}>
          {error}
        </p>
      )}
    </>
  );
}
