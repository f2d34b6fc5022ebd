import type { ReactNode } from "react";
import type { FieldErrors } from "./answers/asked.ts";
import styles from "./filter-form.module.css";

type FieldProps = { name: string; label: string; type: string; params: URLSearchParams; wrong: FieldErrors };
const usually: Record<string, { value: string; min?: number; max?: number; step?: number }> = {
  from: { value: "" },
  to: { value: "" },
  least: { value: "0", min: 0, max: 100, step: 1 },
  paths: { value: "20", min: 1, max: 500 },
};

/** A field to type in, with its error beside it. */
export function Field({ name, label, type, params, wrong }: FieldProps) {
  const { value, ...limits } = usually[name]!;
  return (
    <p className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        // What cannot be a day or a number would not be shown in its own kind of field.
        type={wrong[name] ? "text" : type}
        {...limits}
        defaultValue={params.get(name) ?? value}
        {...describedBy(name, wrong)}
      />
      <FieldError name={name} wrong={wrong} />
    </p>
  );
}

type SelectProps = Omit<FieldProps, "type"> & { options: Record<string, string> };

/** A list to choose one of. */
export function Select({ name, label, options, params, wrong }: SelectProps) {
  return (
    <p className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        name={name}
        defaultValue={params.get(name) ?? undefined}
        {...describedBy(name, wrong)}
      >
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError name={name} wrong={wrong} />
    </p>
  );
}

function describedBy(name: string, wrong: FieldErrors) {
  return wrong[name] ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {};
}

function FieldError({ name, wrong }: { name: string; wrong: FieldErrors }) {
  if (!wrong[name]) return null;
  return (
    <span id={`${name}-error`} className={styles.wrong}>
      {wrong[name]}
    </span>
  );
}

type GroupProps = { name: string; wrong: string | undefined; children: ReactNode };

/** Boxes to tick that belong together. @param wrong what cannot be asked of them */
export function Group({ name, wrong, children }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {wrong && <p className={styles.wrong}>{wrong}</p>}
      <div className={styles.choices}>{children}</div>
    </fieldset>
  );
}

/** Turns a group round: what is ticked is left out. */
export function AllBut({ name, params }: { name: string; params: URLSearchParams }) {
  return (
    <div className={styles.allBut}>
      <Check name="except" value={name} text="All but these" params={params} />
    </div>
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
