import { type Statute, statutes } from "../../machines/rules/statutes.ts";
import { stateNamesEs } from "../../machines/steps/state-names.es.ts";
import type { Language } from "../../machines/steps/step.ts";
import prose from "./prose.module.css";
import { lawHelp, type StateHelp, stateHelp } from "./state-bars.ts";
import styles from "./where-to-turn.module.css";
import { whereToTurnWords } from "./where-to-turn-words.ts";

/** Where to find a lawyer, or free legal aid, without us: in every state. */
export function WhereToTurn({ language }: { language: Language }) {
  const { title, lead, first, aid, states, note } = whereToTurnWords[language];
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
      <p>
        <a href="/car-accident-laws/deadline/" hrefLang="en">
          {first.deadlines}
        </a>
      </p>
      <h2>{aid.title}</h2>
      <p>{aid.text}</p>
      <p>
        <a href={lawHelp.url} hrefLang="en">
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

function State({ code, name, language }: Pick<Statute, "code" | "name"> & { language: Language }) {
  const { bar, aid } = stateHelp[code as keyof typeof stateHelp] as StateHelp;
  return (
    <li id={code.toLowerCase()}>
      <strong>{(language === "es" && stateNamesEs[code]) || name}</strong>
      {[bar, ...(aid ? [aid] : [])].map(({ name, url }) => (
        <a key={url} href={url} lang="en">
          {name}
        </a>
      ))}
    </li>
  );
}
