import { type FormEvent, useEffect, useRef } from "react";
import { fill } from "../../machines/messages/fill.ts";
import type { PhoneCodeWords } from "../../machines/messages/wording.ts";
import type { Language } from "../../machines/steps/step.ts";
import buttons from "../ui/buttons.module.css";
import { describedBy, FieldFrame } from "../ui/field-frame.tsx";
import fields from "../ui/fields.module.css";
import { screenChanged } from "../ui/one-press.ts";
import styles from "./phone-code-dialog.module.css";
import { type PhoneCodeActor, type PhoneCodeState, usePhoneCode } from "./use-phone-code.ts";

/** How the visitor left the modal; `back` is to the form, to change the number. */
export type PhoneCodeResult = "approved" | "without" | "back";

type Props = {
  /** The number as the visitor typed it. */
  phone: string;
  words: PhoneCodeWords;
  language: Language;
  actor: PhoneCodeActor;
  onDone: (result: PhoneCodeResult) => void;
};

/**
 * Verification of the phone number by a code (spec 2.4, 4.3, 5.6b), in the browser's own modal: it traps the focus, and
 * restores it when it closes. It blocks nobody: a visitor can always continue without a code.
 */
export function PhoneCodeDialog({ phone, words, language, actor, onDone }: Props) {
  const { snapshot, wait, resend, checkCode, reset } = usePhoneCode(phone, actor);
  const dialog = useRef<HTMLDialogElement>(null);
  const result = useRef<PhoneCodeResult>("back");
  useEffect(() => dialog.current?.showModal(), []);

  /** Closing is the one way out, by Escape too. Nothing of this number is kept for the next. */
  const close = (as: PhoneCodeResult) => {
    result.current = as;
    dialog.current?.close();
  };
  const approved = snapshot.matches("approved");
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, when approved
  useEffect(() => {
    if (approved) close("approved");
  }, [approved]);

  const isUnsent = snapshot.matches("unsent");
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what stands in its middle
  useEffect(screenChanged, [isUnsent]);

  const [said, ...rest] = statusOf(snapshot.value, words).split("{phone}");
  const { codeLengthError } = snapshot.context;
  const refused = snapshot.matches("refused") ? words.refused : undefined;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="phone-code-title"
      onClose={() => {
        reset();
        onDone(result.current);
      }}
    >
      <div className={styles.content}>
        <h2 className={styles.title} id="phone-code-title">
          {words.title}
        </h2>
        <p role="status">
          {said}
          {rest.length > 0 && <span className={styles.number}>{phone}</span>}
          {rest}
        </p>
        {isUnsent ? (
          // biome-ignore lint/a11y/noAutofocus: the form that had the focus is gone
          <button type="button" className={buttons.primary} autoFocus onClick={resend}>
            {words.retry}
          </button>
        ) : (
          <CodeForm
            words={words}
            language={language}
            busy={snapshot.matches("sending") || snapshot.matches("checking")}
            wait={wait}
            error={codeLengthError ? words.tooShort : refused}
            onCheck={checkCode}
            onResend={resend}
          />
        )}
        <p className={styles.ways}>
          <button type="button" className={styles.link} onClick={() => close("without")}>
            {words.withoutCode}
          </button>
          <button type="button" className={styles.link} onClick={() => close("back")}>
            {words.changeNumber}
          </button>
        </p>
      </div>
    </dialog>
  );
}

/** The modal's current message; an error is at the field instead. */
function statusOf(state: PhoneCodeState, words: PhoneCodeWords): string {
  switch (state) {
    case "idle":
    case "sending":
      return words.sending;
    case "unsent":
      return words.unsent;
    case "checking":
      return words.checking;
    default:
      return words.sent;
  }
}

const field = "verification_code";

type CodeFormProps = {
  words: PhoneCodeWords;
  language: Language;
  /** A code is on its way or being checked. */
  busy: boolean;
  /** Seconds until another code can be requested. */
  wait: number;
  error?: string;
  onCheck: (code: string) => void;
  onResend: () => void;
};

/** The field for the code, and the button to request another one. Nothing is disabled, which would lose the focus. */
function CodeForm({ words, language, busy, wait, error, onCheck, onResend }: CodeFormProps) {
  const plurals = new Intl.PluralRules(language);
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
            {fill(words.resendIn[plurals.select(wait)] ?? words.resendIn.other, { seconds: wait })}
          </span>
        )}
      </p>
    </form>
  );
}
