import type { TypedKind } from "../../machines/fields.ts";
import { FieldFrame } from "./field-frame.tsx";
import { describedBy } from "./field-ids.ts";
import styles from "./fields.module.css";
import { inputAttributes } from "./input-attributes.ts";
import { MaskedInput } from "./masked-input.tsx";

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
  /** In the specification's notation (spec 5.10). */
  mask?: string;
  live?: boolean;
};

/** One line of typed text; its mask comes once the page is live. */
export function TextField(props: TextFieldProps) {
  const { name, kind, label, hint, autocomplete, required = true, value, error, mask, live } = props;
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
      {mask ? <MaskedInput mask={mask} live={live} {...input} /> : <input {...input} />}
    </FieldFrame>
  );
}
