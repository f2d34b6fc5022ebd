import { useEffect, useRef } from "react";
import { type PhoneCodeWords, phoneCodeWords } from "../../machines/messages/phone-code.ts";
import type { Language } from "../../machines/steps/step.ts";
import buttons from "../ui/buttons.module.css";
import { screenChanged } from "../ui/one-press.ts";
import { CodeForm } from "./code-form.tsx";
import styles from "./phone-code-dialog.module.css";
import { type PhoneCodeActor, type PhoneCodeState, usePhoneCode } from "./use-phone-code.ts";

/** How the visitor left the modal; `back` is to the form, to change the number. */
export type PhoneCodeResult = "approved" | "without" | "back";

type Props = {
  /** As it was typed. */
  phone: string;
  language: Language;
  actor: PhoneCodeActor;
  onDone: (result: PhoneCodeResult) => void;
};

/**
 * Verification of the phone number by a code (spec 2.4, 4.3, 5.6b), in the browser's own modal: it
 * keeps the focus, and gives it back when it closes. Nobody is held up: there is always a way on without a code.
 */
export function PhoneCodeDialog({ phone, language, actor, onDone }: Props) {
  const words = phoneCodeWords[language];
  const { snapshot, wait, resend, checkCode, reset } = usePhoneCode(phone, actor);
  const dialog = useRef<HTMLDialogElement>(null);
  const result = useRef<PhoneCodeResult>("back");
  useEffect(() => dialog.current?.showModal(), []);

  /** Closing is the one way out: Escape takes it too. Nothing of this number stays for the next. */
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

  const [said, ...rest] = statusOf(snapshot.value, words)(phone).split(phone);
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

/** What the modal is about just now; an error is at the field instead. */
function statusOf(state: PhoneCodeState, words: PhoneCodeWords): (phone: string) => string {
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
