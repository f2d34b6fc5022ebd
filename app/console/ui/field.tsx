import type { ComponentProps } from "react";
import fields from "../../ui/fields.module.css";

type FieldProps = ComponentProps<"input"> & { id: string; label: string; hint?: string; fault?: string };

/** A field with its label, and what is wrong with it next to it. */
export function Field({ id, label, hint, fault, ...input }: FieldProps) {
  const about = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className={fields.error}>
          {fault}
        </p>
      )}
      <input
        required
        {...input}
        id={id}
        className={fields.input}
        aria-describedby={about || undefined}
        aria-invalid={fault ? true : undefined}
      />
    </div>
  );
}

export type ChoiceProps = {
  name: string;
  label: string;
  values: readonly (readonly [string, string])[];
  chosen?: string;
};

/** A filter by one of some values, or by none. */
export function Choice({ name, label, values, chosen = "" }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        <option value="">all</option>
        {values.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
