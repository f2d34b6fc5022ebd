import { ConsentLinks, ConsentText } from "./consent.tsx";
import { DescriptionField } from "./description-field.tsx";
import fields from "./fields.module.css";
import styles from "./question.module.css";
import type { QuestionProps } from "./question.tsx";
import { QuestionHeading } from "./question-heading.tsx";
import { TextField } from "./text-field.tsx";

/** A question answered by typing (kinds `description` and `contact`). */
export function TypedQuestion({ step, screen, errors, words, headingRef, consent, live }: QuestionProps) {
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      <div className={styles.fields}>
        {step.fields.map((field) => {
          const state = { value: screen.values[field.name], error: errors[field.name], live };
          return field.kind === "description" ? (
            <DescriptionField key={field.name} {...field} {...state} words={words} />
          ) : (
            <TextField key={field.name} {...field} {...state} />
          );
        })}
      </div>
      {step.asksConsent && <ConsentText text={consent} />}
      <button
        type="submit"
        name="intent"
        value="next"
        className={fields.primary}
        aria-describedby={step.asksConsent ? "consent" : undefined}
        data-tf-element-role={step.asksConsent ? "submit" : undefined}
      >
        {step.submit ?? words.continue}
      </button>
      {step.asksConsent && <ConsentLinks links={words.links} />}
    </>
  );
}
