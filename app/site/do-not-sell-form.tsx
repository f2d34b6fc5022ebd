import { wording } from "../../machines/messages/index.ts";
import type { OptOutErrors, OptOutField, OptOutValues } from "../../machines/site/opt-out-form.ts";
import { optOutFields } from "../../machines/site/opt-out-form.ts";
import type { Language } from "../../machines/steps/step.ts";
import buttons from "../ui/buttons.module.css";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Honeypot } from "../ui/honeypot.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./do-not-sell.module.css";
import { doNotSellWords } from "./do-not-sell-words.ts";
import { pageIn } from "./links.ts";

export type DoNotSellFormProps = {
  language: Language;
  values: OptOutValues;
  errors: OptOutErrors;
  /** Says when the page was shown; posted back untouched. */
  token: string;
};

/**
 * Plain forms, which need no script: one for what we have about a person, one for this browser alone.
 * @param isOptedOut whether the browser has no need of the second
 */
export function DoNotSellForm({
  language,
  values,
  errors,
  token,
  isOptedOut,
}: DoNotSellFormProps & { isOptedOut: boolean }) {
  const action = pageIn(language, "/do-not-sell-my-information/");
  const { form, browser } = doNotSellWords[language];
  const words = wording(language);
  const inWords = optOutFields.flatMap((id) => {
    const key = errors[id];
    if (!key) return [];
    return { id, text: key === "either" ? form.either : words.errors[key](form.labels[id]) };
  });
  const field = (name: OptOutField) => ({
    name,
    kind: name,
    label: form.labels[name],
    required: false,
    value: values[name],
    error: inWords.find(({ id }) => id === name)?.text,
  });
  return (
    <>
      <form className={styles.form} method="post" action={action} noValidate>
        <input type="hidden" name="form" value={token} />
        {inWords.length > 0 && <ErrorSummary title={words.errorSummaryTitle} errors={inWords} />}
        <p>{form.ask}</p>
        <TextField {...field("email")} />
        <TextField {...field("phone")} />
        <Honeypot language={language} />
        <button type="submit" className={buttons.primary}>
          {form.send}
        </button>
      </form>
      {!isOptedOut && (
        <form className={styles.form} method="post" action={action}>
          <h2>{browser.title}</h2>
          <p>{browser.text}</p>
          <button type="submit" name="only" value="browser" className={buttons.secondary}>
            {browser.send}
          </button>
        </form>
      )}
    </>
  );
}
