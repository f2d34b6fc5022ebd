import type { InputHTMLAttributes, ReactNode } from "react";
import type { TypedKind } from "../../machines/steps/step.ts";
import styles from "./fields.module.css";

type Props = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** A remedy for the error, below it. */
  after?: ReactNode;
  children: ReactNode;
};

/** Label, hint and error text around one control whose id is `name`. */
export function FieldFrame({ name, label, hint, error, after, children }: Props) {
  return (
    <div className={error ? `${styles.field} ${styles.invalid}` : styles.field}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      <HintAndError name={name} hint={hint} error={error} />
      {after}
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

/** Ids tie a field to its hint and error; the input's own id is its name. */
export const hintId = (name: string) => `${name}-hint`;
export const errorId = (name: string) => `${name}-error`;

/** Value of `aria-describedby`: the hint, then the error, whichever exist. */
export function describedBy(name: string, { hint, error }: { hint?: string; error?: string }) {
  return [hint && hintId(name), error && errorId(name)].filter(Boolean).join(" ") || undefined;
}

/** Id of the nth option button, counted from 0. */
export const optionId = (index: number) => `option-${index}`;

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const digits: Attributes = { type: "text", inputMode: "numeric" };
const plain: Attributes = { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" };

/**
 * Keyboard, autofill and typing help per kind of field. `tel` is the only token that HTML has for a telephone input;
 * the "+1" that it may fill in is dropped by the mask and by the rule that reads the number.
 */
export const inputAttributes: Record<TypedKind, Attributes> = {
  name: { type: "text", autoCapitalize: "words", spellCheck: false, autoCorrect: "off" },
  email: { type: "email", inputMode: "email", autoComplete: "email", ...plain },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  zip: { ...digits, autoComplete: "postal-code", maxLength: 20 },
  month: { ...digits, autoComplete: "off", maxLength: 2 },
  day: { ...digits, autoComplete: "off", maxLength: 2 },
  year: { ...digits, autoComplete: "off", maxLength: 4 },
  date: {},
  birthDate: {},
  text: { type: "text", autoComplete: "off" },
  description: {},
};

/** Gives a field a value as if it had been typed, so that its listeners run. */
export function fillIn(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
