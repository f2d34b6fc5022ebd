import type { OptOutErrors, OptOutField, OptOutValues } from "../../machines/site/opt-out-form.ts";
import { optOutFields } from "../../machines/site/opt-out-form.ts";
import type { Wording } from "../../machines/wording/wording.ts";
import buttons from "../survey/buttons.module.css";
import { ErrorSummary } from "../survey/error-summary.tsx";
import { TextField } from "../survey/text-field.tsx";
import { Trap } from "../trap.tsx";
import styles from "./do-not-sell.module.css";

export type DoNotSellFormProps = {
  values: OptOutValues;
  errors: OptOutErrors;
  words: Wording;
  /** Says when the page was shown; posted back untouched. */
  token: string;
};

const labels: Record<OptOutField, string> = { email: "Email", phone: "Phone number" };

/**
 * Plain forms, which need no script: one for what we have about a person, one for this browser alone.
 * @param isOptedOut whether the browser has no need of the second
 */
export function DoNotSellForm({
  values,
  errors,
  words,
  token,
  isOptedOut,
}: DoNotSellFormProps & { isOptedOut: boolean }) {
  const inWords = optOutFields.flatMap((id) => {
    const key = errors[id];
    if (!key) return [];
    const text =
      key === "either"
        ? "Enter your email address, your phone number, or both."
        : words.errors[key](labels[id]);
    return { id, text };
  });
  const field = (name: OptOutField) => ({
    name,
    kind: name,
    label: labels[name],
    required: false,
    value: values[name],
    error: inWords.find(({ id }) => id === name)?.text,
  });
  return (
    <>
      <form className={styles.form} method="post" action="/do-not-sell-my-information/" noValidate>
        <input type="hidden" name="form" value={token} />
        {inWords.length > 0 && <ErrorSummary title={words.errorSummaryTitle} errors={inWords} />}
        <p>Give the email address or the phone number that you used with us, or both.</p>
        <TextField {...field("email")} />
        <TextField {...field("phone")} />
        <Trap language="en" />
        <button type="submit" className={buttons.primary}>
          Do not sell or share
        </button>
      </form>
      {!isOptedOut && (
        <form className={styles.form} method="post" action="/do-not-sell-my-information/">
          <h2>Never gave us anything?</h2>
          <p>Then you can opt out this browser alone.</p>
          <button type="submit" name="only" value="browser" className={buttons.secondary}>
            Opt out this browser
          </button>
        </form>
      )}
    </>
  );
}
