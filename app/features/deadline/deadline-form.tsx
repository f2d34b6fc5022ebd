import {
  type DeadlineErrors,
  type DeadlineValues,
  deadlineTicks,
} from "../../../machines/features/deadline/deadline.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import { stateOf, states } from "../../site/articles/states.ts";
import { fill } from "../../site/content/markdown.ts";
import { useMessages } from "../../site/messages.ts";
import buttons from "../../ui/buttons.module.css";
import { DateBoxes } from "../../ui/date-boxes.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame } from "../../ui/field-frame.tsx";
import fields from "../../ui/fields.module.css";
import styles from "./deadline.module.css";
import { calculatorWords } from "./words/index.ts";

/** The form's address; a post, so that no date is in an address or a log. */
export const deadlinePath = "/car-accident-laws/deadline/";

type Props = {
  values?: DeadlineValues;
  errors?: DeadlineErrors;
  /** On a state's own guide, where it need not be chosen. */
  only?: StateCode;
};

/** The questions of the deadline calculator: a plain form, which needs no script. */
export function DeadlineForm({ values = {}, errors = {}, only }: Props) {
  // Not above: browsers have no words, and a script of theirs would read them.
  const words = calculatorWords.form;
  const boxes = (["month", "day", "year"] as const).map((name) => ({ name, kind: name, ...words[name] }));
  const { errorSummaryTitle, errors: sentences, selectOne, exactDate } = useMessages(mainLanguage).screens;
  const stateError = errors.state && words.state.missing;
  const wrongParts = boxes.flatMap((box) => {
    const key = errors[box.name];
    return key ? { id: box.name, text: errorSentence(key, sentences, box) } : [];
  });
  const summary = [...(stateError ? [{ id: "state", text: stateError }] : []), ...wrongParts];
  return (
    <form
      className={only ? `${styles.form} ${styles.boxed}` : styles.form}
      method="post"
      action={deadlinePath}
      noValidate
    >
      {summary.length > 0 && <ErrorSummary title={errorSummaryTitle} errors={summary} />}
      {only ? (
        <>
          <h3>{fill(words.titleIn, { state: stateOf(only).name })}</h3>
          <input type="hidden" name="state" value={only} />
        </>
      ) : (
        <FieldFrame name="state" label={words.state.label} error={stateError}>
          <select
            id="state"
            name="state"
            className={`${fields.input} ${fields.select}`}
            defaultValue={values.state}
            aria-invalid={stateError ? true : undefined}
            aria-describedby={describedBy("state", { error: stateError })}
          >
            <option value="">{selectOne}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
      <DateBoxes
        name="crash"
        legend={words.crash}
        hint={exactDate.hint}
        boxes={boxes}
        values={values}
        errors={Object.fromEntries(wrongParts.map(({ id, text }) => [id, text]))}
      />
      <fieldset>
        <legend className={fields.label}>{words.ticks.title}</legend>
        <div className={styles.ticks}>
          {deadlineTicks.map((name) => (
            <label key={name} className={fields.radio}>
              <input type="checkbox" name={name} value="yes" defaultChecked={Boolean(values[name])} />
              <span>{words.ticks[name]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" className={buttons.primary}>
        {words.button}
      </button>
    </form>
  );
}
