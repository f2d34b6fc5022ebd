import type { TypedKind } from "../../machines/fields.ts";
import { FieldFrame } from "./field-frame.tsx";
import { describedBy } from "./field-ids.ts";
import styles from "./fields.module.css";
import { inputAttributes } from "./input-attributes.ts";
import { PhoneInput } from "./phone-input.tsx";

export type TextFieldProps = {
  name: string;
  kind: TypedKind;
  label: string;
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  value?: string;
  /** The error in words. */
  error?: string;
  live?: boolean;
};

/** One line of typed text; a phone number gets its mask once the page is live. */
export function TextField(props: TextFieldProps) {
  const { name, kind, label, hint, autocomplete, required = true, value, error, live } = props;
  const input = {
    ...inputAttributes[kind],
    ...(autocomplete && { autoComplete: autocomplete }),
    id: name,
    name,
    className: `${styles.input} ${styles[kind] ?? ""}`.trim(),
    defaultValue: value,
    required,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy(name, { hint, error }),
  };
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      {kind === "phone" ? <PhoneInput live={live} {...input} /> : <input {...input} />}
    </FieldFrame>
  );
}
