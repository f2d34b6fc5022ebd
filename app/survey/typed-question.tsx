import { ConsentLinks, ConsentText } from "./consent.tsx";
import fields from "./fields.module.css";
import { FormField } from "./form-field.tsx";
import styles from "./question.module.css";
import type { QuestionProps } from "./question.tsx";
import { QuestionHeading } from "./question-heading.tsx";

/** A question answered by typing or choosing in a form, or by going on (all kinds but `choice` and `when`). */
export function TypedQuestion({ step, screen, errors, words, headingRef, consent, live }: QuestionProps) {
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      {step.fields.length > 0 && (
        <div className={styles.fields}>
          {step.fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              values={screen.values}
              error={errors[field.name]}
              {...{ words, live }}
            />
          ))}
        </div>
      )}
      {consent && <ConsentText text={consent} />}
      {step.kind !== "end" && (
        <button
          type="submit"
          name="intent"
          value="next"
          className={step.fields.length > 0 ? fields.primary : `${fields.primary} ${fields.alone}`}
          aria-describedby={consent ? "consent" : undefined}
          data-tf-element-role={consent ? "submit" : undefined}
        >
          {step.submit ?? words.continue}
        </button>
      )}
      {consent && <ConsentLinks links={words.links} />}
    </>
  );
}
