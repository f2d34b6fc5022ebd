import type { Answers } from "../../../machines/answers.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import buttons from "../../ui/buttons.module.css";
import { TextField } from "../../ui/text-field.tsx";
import { AnswersToCheck } from "./answers-to-check.tsx";
import { chosenOption } from "./chosen-option.ts";
import { ConsentLinks, ConsentText } from "./consent.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FieldGroups } from "./field-groups.tsx";
import type { WordedField } from "./page-data.ts";
import styles from "./question.module.css";
import type { QuestionProps } from "./question.tsx";
import { QuestionHeading } from "./question-heading.tsx";
import { RadioField } from "./radio-field.tsx";
import { SelectField } from "./select-field.tsx";

/** A longer list than this is folded into a native select. */
const mostRadios = 4;

type Props = { field: WordedField; values: Answers; error?: string; words: Wording; live: boolean };

/** One field of a step, by its kind. */
function FormField({ field, values, error, words, live }: Props) {
  const { name, kind, label, hint, options = [], onlyWhen, autocomplete, mask } = field;
  const required = field.required !== false && !onlyWhen;
  const common = { name, label, hint, error, required };
  switch (kind) {
    case "select": {
      // What was recorded comes first; a refused post is shown as it was sent.
      const chosen = chosenOption(options, values)?.value ?? values[name];
      return options.length > mostRadios ? (
        <SelectField {...common} options={options} chosen={chosen} selectOne={words.selectOne} />
      ) : (
        <RadioField {...common} options={options} chosen={chosen} />
      );
    }
    case "description":
      return <DescriptionField {...common} value={values[name]} live={live} words={words} />;
    default:
      return (
        <TextField
          {...common}
          {...{ kind, autocomplete, mask, live }}
          value={values[name]}
          suggests={live ? "button" : "submit"}
        />
      );
  }
}

/** A question answered by typing or choosing in a form, or by going on (all other kinds). */
export function TypedQuestion(props: QuestionProps) {
  const { step, screen, errors, words, language, headingRef, busy, live, page, show } = props;
  const { consent, seal } = step;
  // Only the consent names firms, so only its screen may show them.
  const firms = (consent && screen.buyers) || [];
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      {firms.length > 0 && <p className={styles.match}>{words.yourMatch(firms.join(", "))}</p>}
      {step.fields.length > 0 && (
        <FieldGroups fields={step.fields}>
          {(field) => (
            <FormField field={field} values={screen.values} error={errors[field.name]} {...{ words, live }} />
          )}
        </FieldGroups>
      )}
      {screen.toCheck && (
        <AnswersToCheck answered={screen.toCheck} words={words.check} {...{ language, show }} {...page} />
      )}
      {consent && <ConsentText worded={consent} firms={screen.buyers} {...{ seal, language }} />}
      <button
        type="submit"
        name="intent"
        value="next"
        className={step.fields.length > 0 ? buttons.primary : `${buttons.primary} ${buttons.alone}`}
        aria-describedby={consent ? "consent" : undefined}
        data-tf-element-role={consent ? "submit" : undefined}
        aria-busy={busy ? true : undefined}
        // Not disabled: that would lose the focus.
        aria-disabled={busy ? true : undefined}
      >
        {step.submit ?? words.continue}
        {busy && (
          // Seen only; the form's status says it.
          <span className={buttons.busy} aria-hidden>
            {words.busy[busy]}
          </span>
        )}
      </button>
      {consent && <ConsentLinks links={words.links} />}
    </>
  );
}
