import { errorId } from "../../ui/field-ids.ts";
import { ExactDate } from "./exact-date.tsx";
import { Options } from "./options.tsx";
import styles from "./question.module.css";
import type { QuestionProps } from "./question.tsx";
import { QuestionHeading } from "./question-heading.tsx";

const subHeadingId = "sub-heading";

/** A question answered by pressing a button, or by an exact date (kinds `choice` and `when`). */
export function ChoiceQuestion({ step, screen, errors, words, dateSummary, headingRef }: QuestionProps) {
  const error = errors.option;
  const describedBy = [step.subHeading && subHeadingId, error && errorId("option")].filter(Boolean).join(" ");
  return (
    <>
      <fieldset
        data-kind={step.kind}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
      >
        <legend className={styles.legend}>
          <QuestionHeading text={step.heading} headingRef={headingRef} />
        </legend>
        {step.subHeading && (
          <p className={styles.subHeading} id={subHeadingId}>
            {step.subHeading}
          </p>
        )}
        {error && (
          <p className={styles.error} id={errorId("option")}>
            {error}
          </p>
        )}
        <Options options={step.options} values={screen.values} yourAnswer={words.yourAnswer} />
      </fieldset>
      {dateSummary}
      {step.kind === "when" && (
        <ExactDate step={step} values={screen.values} errors={errors} words={words.exactDate} />
      )}
    </>
  );
}
