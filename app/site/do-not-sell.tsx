import { errorSentence } from "../../machines/messages/error-sentence.ts";
import {
  type OptOutErrors,
  type OptOutField,
  type OptOutValues,
  optOutFields,
} from "../../machines/site/opt-out-form.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { OptOut } from "../../machines/visit/facts.ts";
import buttons from "../ui/buttons.module.css";
import type { Company } from "../ui/company.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Honeypot } from "../ui/honeypot.tsx";
import { TextField } from "../ui/text-field.tsx";
import prose from "./articles/prose.module.css";
import styles from "./do-not-sell.module.css";
import { PhoneLink } from "./layout/site-links.tsx";
import { pageIn } from "./links.ts";
import { useMessages } from "./messages.ts";

type DoNotSellFormProps = {
  language: Language;
  values: OptOutValues;
  errors: OptOutErrors;
  /** Contains when the page was shown; posted back unchanged. */
  token: string;
};

type Props = DoNotSellFormProps & {
  company: Company;
  /** The last request: `all` by the form, `browser` by the button below it. */
  done: "all" | "browser" | null;
  /** How this browser has opted out already. */
  optOut: OptOut | undefined;
  /** What features do about leads that others have already. */
  afterwards: readonly string[];
};

/** The do-not-sell page: what an opt-out does, and the two ways to ask for it (spec 2.1). */
export function DoNotSell({ company, done, optOut, afterwards, ...form }: Props) {
  const { language } = form;
  const words = useMessages(language).doNotSell;
  const { state, questions } = words;
  const [first, ...others] = words.afterwards.points;
  return (
    <div className={prose.prose}>
      <h1>{words.title}</h1>
      {done ? (
        <div className={styles.done} role="status" data-opt-out-done>
          <h2 className={styles.title}>{words.done.title}</h2>
          <p>{words.done[done]}</p>
        </div>
      ) : (
        <p className={prose.lead}>{words.lead}</p>
      )}
      {(optOut === "gpc" || (optOut && !done)) && (
        <p className={styles.state} data-opted-out={optOut}>
          {optOut === "gpc" && <strong>{state.signal} </strong>}
          {optOut === "gpc" ? state.byItself : state.optedOut}
        </p>
      )}
      {!done && <DoNotSellForm {...form} isOptedOut={optOut !== undefined} />}
      <h2>{words.afterwards.title}</h2>
      <ul>
        {[first!, ...afterwards, ...others].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <h2>{words.gpc.title}</h2>
      <p>{words.gpc.text}</p>
      <h2>{questions.title}</h2>
      <p>
        {questions.write} <a href={`mailto:${company.email}`}>{company.email}</a> {questions.call}{" "}
        <PhoneLink phone={company.phone} />. {questions.more}{" "}
        <a href={pageIn(language, "/privacy-policy/")}>{questions.policy}</a>.
      </p>
    </div>
  );
}

/**
 * Plain forms, which need no script: one for what we have about a person, one for this browser alone.
 * @param isOptedOut whether the browser has no need of the second
 */
function DoNotSellForm({
  language,
  values,
  errors,
  token,
  isOptedOut,
}: DoNotSellFormProps & { isOptedOut: boolean }) {
  const action = pageIn(language, "/do-not-sell-my-information/");
  const { form, browser } = useMessages(language).doNotSell;
  const words = useMessages(language).screens;
  const inWords = optOutFields.flatMap((id) => {
    const key = errors[id];
    if (!key) return [];
    return {
      id,
      text: key === "either" ? form.either : errorSentence(key, words.errors, form.fields[id], values[id]),
    };
  });
  const field = (name: OptOutField) => ({
    name,
    kind: name,
    label: form.fields[name].label,
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
        <Honeypot label={useMessages(language).pages.honeypot} />
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
