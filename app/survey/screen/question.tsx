import type { Wording } from "../../../machines/messages/wording.ts";
import buttons from "../../ui/buttons.module.css";
import { DateBoxes } from "../../ui/date-boxes.tsx";
import { errorId, optionId } from "../../ui/field-frame.tsx";
import fieldStyles from "../../ui/fields.module.css";
import type { LocalizedStep, QuestionProps, ScreenState } from "./page-data.ts";
import { TypedQuestion } from "./parts.tsx";
import styles from "./question.module.css";
import { QuestionHeading } from "./question-heading.tsx";
import { EndScreen } from "./rare-parts.tsx";
import { chosenOption } from "./so-far.ts";

/** One step of the survey, by its kind. */
export function Question(props: QuestionProps) {
  switch (props.step.kind) {
    case "choice":
    case "when":
      return <ChoiceQuestion {...props} />;
    case "end":
      return <EndScreen {...props} />;
    default:
      return <TypedQuestion {...props} />;
  }
}

const subHeadingId = "sub-heading";

/** A question answered by pressing a button, or by an exact date (kinds `choice` and `when`). */
function ChoiceQuestion({ step, screen, errors, words, dateSummary, headingRef }: QuestionProps) {
  const error = errors.option;
  const describedBy = [step.subHeading && subHeadingId, error && errorId("option")].filter(Boolean).join(" ");
  return (
    <>
      <fieldset
        data-kind={step.kind}
        aria-describedby={describedBy || undefined}
        aria-invalid={!!error || undefined}
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

type OptionsProps = { options: LocalizedStep["options"]; values: ScreenState["values"]; yourAnswer: string };

/** The answer buttons; link-style ones stand below the others (spec 2.4). */
export function Options({ options, values, yourAnswer }: OptionsProps) {
  const chosen = chosenOption(options, values);
  const button = (option: OptionsProps["options"][number], index: number) => (
    <button
      key={option.value}
      type="submit"
      name="option"
      value={option.value}
      data-fields={JSON.stringify(option.records)}
      data-chosen={option === chosen || undefined}
      id={optionId(index)}
      className={option.look ? styles.link : styles.option}
    >
      {option.drawing && (
        // All drawings are in one file, which the browser keeps.
        <svg className={styles.drawing} aria-hidden="true">
          <use href={`/illustrations/answers.svg#${option.drawing}`} />
        </svg>
      )}
      <span className={styles.text}>{option.label}</span>
      {option === chosen && <span className={styles.mark}>{yourAnswer}</span>}
    </button>
  );
  const links = options.filter(({ look }) => look);
  const buttons = options.filter(({ look }) => !look);
  return (
    <>
      <div className={buttons[19] ? styles.chips : styles.grid}>{buttons.map(button)}</div>
      {links[0] && (
        <div className={styles.links}>
          {links.map((option, index) => button(option, buttons.length + index))}
        </div>
      )}
    </>
  );
}

type ExactDateProps = {
  step: LocalizedStep;
  values: ScreenState["values"];
  errors: Record<string, string>;
  words: Wording["exactDate"];
};

/** The exact date, for visitors who know it (ruling 12); closed until it is wanted or filled in. */
function ExactDate({ step: { fields, submit }, values, errors, words }: ExactDateProps) {
  return (
    <details className={fieldStyles.exactDate} open={fields.some(({ name }) => errors[name] || values[name])}>
      <summary className={fieldStyles.summary}>{words.summary}</summary>
      <DateBoxes
        name="injury_date"
        boxes={fields}
        legend={words.legend}
        hint={words.hint}
        values={values}
        errors={errors}
      >
        <button type="submit" name="intent" value="next" className={buttons.secondary}>
          {submit ?? words.button}
        </button>
      </DateBoxes>
    </details>
  );
}
