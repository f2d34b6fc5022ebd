import { type FormEvent, useEffect, useRef } from "react";
import type { PhoneCodeWords } from "../../machines/messages/phone-code.ts";
import buttons from "../ui/buttons.module.css";
import { FieldFrame } from "../ui/field-frame.tsx";
import { describedBy } from "../ui/field-ids.ts";
import fields from "../ui/fields.module.css";
import styles from "./phone-code-dialog.module.css";

const field = "verification_code";

type Props = {
  words: PhoneCodeWords;
  /** A code is on its way or being checked. */
  busy: boolean;
  /** Seconds until another code may be asked for. */
  wait: number;
  /** The error in words. */
  error?: string;
  onCheck: (code: string) => void;
  onResend: () => void;
};

/** Where the code is typed, and another one asked for. Nothing is disabled: the focus would be lost with it. */
export function CodeForm({ words, busy, wait, error, onCheck, onResend }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onCheck(input.current!.value);
  };
  const askAgain = () => {
    if (busy || wait > 0) return;
    input.current!.value = "";
    input.current!.focus();
    onResend();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FieldFrame name={field} label={words.code} hint={words.codeHint} error={error}>
        <input
          ref={input}
          id={field}
          className={`${fields.input} ${styles.code}`}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(field, { hint: words.codeHint, error })}
        />
      </FieldFrame>
      <button type="submit" className={buttons.primary} aria-disabled={busy}>
        {words.check}
      </button>
      <p>
        <button type="button" className={styles.link} aria-disabled={wait > 0 || busy} onClick={askAgain}>
          {words.resend}
        </button>
        {/* Not spoken: a countdown read out would drown everything else. */}
        {wait > 0 && (
          <span className={styles.wait} aria-hidden="true">
            {words.resendIn(wait)}
          </span>
        )}
      </p>
    </form>
  );
}
