/** What only some screens have; a browser loads it behind the first question (`browser/later-parts.ts`). */

import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import buttons from "../../ui/buttons.module.css";
import type { SummaryError } from "../../ui/error-summary.tsx";
import { optionId } from "../../ui/field-frame.tsx";
import type { LocalizedStep, QuestionProps, ScreenState } from "./page-data.ts";
import styles from "./question.module.css";
import { QuestionHeading } from "./question-heading.tsx";

export { ErrorSummary } from "../../ui/error-summary.tsx";
export { TypedQuestion } from "./typed-question.tsx";

/** Says how the survey ended, where no thank-you page does, where to turn, and whom to call (kind `end`). */
export function EndScreen({ step, words, language, phone, headingRef }: QuestionProps) {
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      <p className={styles.ways}>
        {step.links?.map(({ label, url }, index) => (
          <a key={url} className={index === 0 ? buttons.primary : buttons.secondary} href={url}>
            {label}
          </a>
        ))}
      </p>
      <p className={styles.endLinks}>
        {/* A call tracker's number may stand here before the island does. */}
        <a href={`tel:${phone.dial}`} data-call-number suppressHydrationWarning>
          {words.callUs(phone.display)}
        </a>
        {/* `pageIn` would bring the site's links into the survey's scripts. */}
        <a href={language === "es" ? "/es/" : "/"}>{words.homePage}</a>
      </p>
    </>
  );
}

/** The screen's errors in words, by field name (`option` for the choice itself). */
export function errorTexts({ errors, values }: ScreenState, step: LocalizedStep, words: Wording) {
  const texts: Record<string, string> = {};
  for (const [name, key] of Object.entries(errors)) {
    const field = step.fields.find((each) => each.name === name);
    texts[name] = errorSentence(key, words.errors, field, field && values[field.name]);
  }
  return texts;
}

/** The same for the summary: one entry per sentence, linked to the first control it is about. */
export function summaryErrors(texts: Record<string, string>): SummaryError[] {
  const errors = Object.entries(texts).map(([name, text]) => ({
    id: name === "option" ? optionId(0) : name,
    text,
  }));
  return errors.filter(({ text }, index) => errors.findIndex((other) => other.text === text) === index);
}
