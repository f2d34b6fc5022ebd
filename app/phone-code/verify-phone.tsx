import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { answerDigits } from "../../machines/fields/parse-answer.ts";
import type { PhoneCodeWords } from "../../machines/messages/wording.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { ProgressQueue } from "../survey/browser/progress-queue.ts";
import { screenChanged } from "../ui/one-press.ts";
import { PhoneCodeDialog, type PhoneCodeResult } from "./phone-code-dialog.tsx";
import { type PhoneCodeActor, phoneCodeService, startPhoneCode } from "./use-phone-code.ts";

/**
 * Verifies the phone number before its answer continues.
 * @param approved the ten digits that the server has approved, if any
 * @returns whether the visitor continues; a number that was approved, or skipped, is not asked about again
 */
export function phoneVerifier(words: PhoneCodeWords, language: Language, approved: string | undefined) {
  const goneOnWith = new Set([approved]);
  let actor: PhoneCodeActor | undefined;
  let isOpen = false;
  return async (phone: string, queue: ProgressQueue): Promise<boolean> => {
    const digits = answerDigits(phone);
    if (isOpen) return false;
    if (goneOnWith.has(digits)) return true;
    isOpen = true;
    actor ??= startPhoneCode(phoneCodeService(queue));
    const result = await askForCode({ phone, words, language, actor });
    isOpen = false;
    if (result !== "back") {
      goneOnWith.add(digits);
      return true;
    }
    document.querySelector<HTMLElement>("form [name=phone]")?.focus();
    return false;
  };
}

/** Opens the modal in a root of its own, so that the survey does not depend on it until it is needed. */
function askForCode(asked: Omit<ComponentProps<typeof PhoneCodeDialog>, "onDone">): Promise<PhoneCodeResult> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return new Promise<PhoneCodeResult>((resolve) => {
    // The browser's Back leaves the question that the modal is on.
    const leave = () => place.querySelector("dialog")?.close();
    addEventListener("popstate", leave);
    const onDone = (result: PhoneCodeResult) => {
      removeEventListener("popstate", leave);
      root.unmount();
      place.remove();
      screenChanged();
      resolve(result);
    };
    root.render(<PhoneCodeDialog {...asked} onDone={onDone} />);
  });
}
