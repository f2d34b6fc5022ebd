import type { ReactNode } from "react";
import type { FieldErrors } from "./answers/asked.ts";
import styles from "./filter-form.module.css";

type FieldProps = {
  name: string;
  label: string;
  type: string;
  params: URLSearchParams;
  /** By the names of the fields, including the side's. */
  wrong: FieldErrors;
  /** The side, on a comparison's form. */
  side?: "a" | "b";
};
const usually: Record<string, { value: string; min?: number; max?: number; step?: number }> = {
  from: { value: "" },
  to: { value: "" },
  least: { value: "0", min: 0, max: 100, step: 1 },
  paths: { value: "20", min: 1, max: 500 },
};

/** A field to type in, with its error beside it. */
export function Field({ name, label, type, params, wrong, side }: FieldProps) {
  const { value, ...limits } = usually[name]!;
  const { own, problem } = namesOf(name, wrong, side);
  return (
    <p className={styles.field}>
      <label htmlFor={own.id}>{label}</label>
      <input
        {...own}
        // An invalid day or number would not be shown in its own kind of field.
        type={problem ? "text" : type}
        {...limits}
        defaultValue={params.get(name) ?? value}
      />
      {problem}
    </p>
  );
}

type SelectProps = Omit<FieldProps, "type"> & { options: Record<string, string> };

/** A list to choose one of. */
export function Select({ name, label, options, params, wrong, side }: SelectProps) {
  const { own, problem } = namesOf(name, wrong, side);
  return (
    <p className={styles.field}>
      <label htmlFor={own.id}>{label}</label>
      <select {...own} defaultValue={params.get(name) ?? undefined}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {problem}
    </p>
  );
}

/** A field's attributes, and what is wrong with it, which they refer to. */
function namesOf(name: string, wrong: FieldErrors, side: FieldProps["side"]) {
  const own = side ? { id: `${side}-${name}`, name: `${side}.${name}` } : { id: name, name };
  const words = wrong[own.name];
  if (!words) return { own };
  const problem = (
    <span id={`${own.id}-error`} className={styles.wrong}>
      {words}
    </span>
  );
  return { own: { ...own, "aria-invalid": true, "aria-describedby": `${own.id}-error` }, problem };
}

type GroupProps = { name: string; wrong: string | undefined; children: ReactNode };

/** A group of checkboxes. @param wrong the group's faults */
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

/** One value of a filter, with its number of sessions. */
export function Check({ name, value, text, count, params }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" name={name} value={value} defaultChecked={params.getAll(name).includes(value)} />
      <span>{text}</span>
      {count !== undefined && <small>{count.toLocaleString("en-US")}</small>}
    </label>
  );
}
