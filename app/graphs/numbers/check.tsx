import type { ReactNode } from "react";
import styles from "./filter-form.module.css";

/** Boxes to tick that belong together. @param wrong what cannot be asked of them */
export function Group({
  name,
  wrong,
  children,
}: {
  name: string;
  wrong: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {wrong && <p className={styles.wrong}>{wrong}</p>}
      <div className={styles.choices}>{children}</div>
    </fieldset>
  );
}

type CheckProps = { name: string; value: string; text: string; count?: number; params: URLSearchParams };

/** One value of a filter, with how many sessions have it. */
export function Check({ name, value, text, count, params }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" name={name} value={value} defaultChecked={params.getAll(name).includes(value)} />
      <span>{text}</span>
      {count !== undefined && <small>{count.toLocaleString("en-US")}</small>}
    </label>
  );
}
