import { type InputHTMLAttributes, lazy, Suspense, useRef } from "react";
import { emailSuggestion } from "../../machines/rules/email-suggestion.ts";
import type { TypedKind } from "../../machines/steps/step.ts";
import { describedBy, errorId, FieldFrame, fillIn, inputAttributes } from "./field-frame.tsx";
import styles from "./fields.module.css";

const withoutMask = { default: () => null };

/** A mask that cannot be loaded is done without: the plain input takes the text as well. */
const TypingMask = lazy(() =>
  import("./typing-mask.tsx").then(
    ({ TypingMask }) => ({ default: TypingMask }),
    () => withoutMask,
  ),
);

type Props = InputHTMLAttributes<HTMLInputElement> & { mask: string; live?: boolean };

/** An input with a mask. The mask is added to the same element later, so nothing typed meanwhile is lost. */
function MaskedInput({ mask, live, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={ref} {...input} />
      {live && (
        <Suspense fallback={null}>
          <TypingMask input={ref} mask={mask} />
        </Suspense>
      )}
    </>
  );
}

export type TextFieldProps = {
  name: string;
  kind: TypedKind;
  label: string;
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  value?: string;
  error?: string;
  /** In the specification's notation (spec 5.10). */
  mask?: string;
  live?: boolean;
  /** Takes the address that an error asks about: its words, and whether it fills it in or sends the form with it. */
  suggests?: { words: string; by: "button" | "submit" };
};

/** One line of typed text; its mask loads once the page is hydrated. */
export function TextField(props: TextFieldProps) {
  const { name, kind, label, hint, autocomplete, required = true, value, error, mask, live } = props;
  const meant = kind === "email" && props.suggests ? emailSuggestion(value ?? "") : undefined;
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
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      error={error}
      after={meant && error?.includes(meant) && <TakeMeant name={name} meant={meant} {...props.suggests!} />}
    >
      {mask ? <MaskedInput mask={mask} live={live} {...input} /> : <input {...input} />}
    </FieldFrame>
  );
}

/** A button that accepts the probable address. */
function TakeMeant({
  name,
  meant,
  words,
  by,
}: {
  name: string;
  meant: string;
  words: string;
  by: "button" | "submit";
}) {
  return (
    <button
      type={by}
      {...(by === "submit" && { name, value: meant })}
      className={styles.suggestion}
      aria-describedby={errorId(name)}
      onClick={() => take(name, meant)}
    >
      {words}
    </button>
  );
}

function take(id: string, meant: string): void {
  const input = document.getElementById(id) as HTMLInputElement;
  fillIn(input, meant);
  input.focus();
}
