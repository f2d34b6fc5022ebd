import { type Statute, statutes } from "../../../machines/rules/statutes.ts";
import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { stateName } from "../../../services/words/index.ts";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import { pageFeatures } from "../../features.ts";
import prose from "../articles/prose.module.css";
import { law } from "../content/law.ts";
import { useMessages } from "../messages.ts";
import styles from "./thank-you.module.css";

/** Where to find a lawyer, or free legal aid, without us: in every state. */
export function WhereToTurn({ language }: { language: Language }) {
  const { title, lead, first, aid, states, note } = useMessages(language).whereToTurn;
  return (
    <div className={prose.prose}>
      <h1>{title}</h1>
      <p className={prose.lead}>{lead}</p>
      <h2>{first.title}</h2>
      <ul>
        {first.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {pageFeatures.map(
        ({ name, helps }) =>
          helps && (
            <p key={name}>
              <a href={inLanguage(helps, language).url} hrefLang={mainLanguage}>
                {inLanguage(helps, language).label}
              </a>
            </p>
          ),
      )}
      <h2>{aid.title}</h2>
      <p>{aid.text}</p>
      <p>
        <a href="https://www.lawhelp.org/" hrefLang={mainLanguage}>
          {aid.link}
        </a>
      </p>
      <h2>{states.title}</h2>
      <p>{states.text}</p>
      <ul className={styles.states}>
        {statutes.map((state) => (
          <State key={state.code} {...state} language={language} />
        ))}
      </ul>
      <p className={styles.note}>{note}</p>
    </div>
  );
}

function State({ code, language }: Pick<Statute, "code"> & { language: Language }) {
  const { bar, aid } = law[code as StateCode];
  return (
    <li id={code.toLowerCase()}>
      <strong>{stateName(code, language)}</strong>
      {[bar, ...(aid ? [aid] : [])].map(({ name, url }) => (
        <a key={url} href={url} lang={mainLanguage}>
          {name}
        </a>
      ))}
    </li>
  );
}
