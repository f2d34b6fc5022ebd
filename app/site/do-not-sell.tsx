import type { OptOut } from "../../machines/visit/facts.ts";
import type { Company } from "../survey/screen/page-data.ts";
import styles from "./do-not-sell.module.css";
import { DoNotSellForm, type DoNotSellFormProps } from "./do-not-sell-form.tsx";
import { doNotSellWords } from "./do-not-sell-words.ts";
import { LanguageLink } from "./language-link.tsx";
import { pageIn } from "./links.ts";
import { PhoneLink } from "./phone-link.tsx";
import prose from "./prose.module.css";

type Props = DoNotSellFormProps & {
  company: Company;
  /** What was just asked for: `all` by the form, `browser` by the button below it. */
  done: "all" | "browser" | null;
  /** How this browser has opted out already. */
  optOut: OptOut | undefined;
};

/** The do-not-sell page: what an opt-out does, and the two ways to ask for it (spec 2.1). */
export function DoNotSell({ company, done, optOut, ...form }: Props) {
  const { language } = form;
  const words = doNotSellWords[language];
  const { state, questions } = words;
  return (
    <div className={prose.prose}>
      <LanguageLink page="/do-not-sell-my-information/" language={language} />
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
        {words.afterwards.points.map((point) => (
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
