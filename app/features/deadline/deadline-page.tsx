import type { ReactNode } from "react";
import type { DeadlineAnswer, DeadlineContext } from "../../../machines/features/deadline/deadline.ts";
import { type CalendarDay, formatIso } from "../../../machines/rules/dates.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import prose from "../../site/articles/prose.module.css";
import { Prose } from "../../site/articles/prose.tsx";
import { stateOf } from "../../site/articles/states.ts";
import { law } from "../../site/content/law.ts";
import { fill } from "../../site/content/markdown.ts";
import { articleAt } from "../../site/content/pages.ts";
import { inYears } from "../../site/content/state-facts.ts";
import { daysInWords, longDate } from "../../site/in-words.ts";
import { StartLink } from "../../site/layout/site-links.tsx";
import styles from "./deadline.module.css";
import { DeadlineForm } from "./deadline-form.tsx";
import { calculatorWords as words } from "./words/index.ts";

/** The calculator's state, as plain data. */
export type DeadlineShown = Omit<DeadlineContext, "answer"> & {
  value: "asking" | Answered["value"];
  answer: Answered["answer"] | null;
};

/** The deadline calculator: its answer, once there is one, then its questions and how it counts. */
export function DeadlinePage({ value, values, errors, answer }: DeadlineShown) {
  return (
    <div className={prose.prose}>
      <h1>{words.title}</h1>
      {value !== "asking" && answer ? (
        <>
          <DeadlineAnswered value={value} answer={answer} />
          <h2>{words.another}</h2>
        </>
      ) : (
        <p className={prose.lead}>{words.lead}</p>
      )}
      <DeadlineForm values={values} errors={errors} />
      <h2>{words.how.title}</h2>
      <ul>
        {words.how.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>
        <Prose
          markup={words.how.reviewed}
          facts={{ day: longDate(articleAt("/car-accident-laws/").changed) }}
        />
      </p>
    </div>
  );
}

type Answered = {
  /** The chart's state. */
  value: "open" | "lastDay" | "over" | "unlisted";
  answer: DeadlineAnswer;
};

/** The calculator's result, what may change it, and what to do next. */
function DeadlineAnswered({ value, answer }: Answered) {
  const { name, path } = stateOf(answer.state);
  const { found } = answer;
  const left = Math.abs(found?.daysLeft ?? 0);
  const advice = fill(words.advice[value], {
    state: name,
    days: daysInWords(left, mainLanguage, left.toLocaleString("en-US")),
  });
  return (
    <section className={styles.answer} aria-labelledby="answer" data-deadline={value}>
      <h2 id="answer">
        <Prose markup={words.headings[value]} facts={{ day: found && <Day day={found.lastDay} /> }} />
      </h2>
      <p>{advice}</p>
      {found && (
        <p>
          <Prose
            markup={words.counted}
            facts={{
              years: inYears(found.years),
              day: longDate(answer.crash),
              "found law": found.law,
            }}
          />
        </p>
      )}
      <h3>{found ? words.changes.title : words.changes.unlisted}</h3>
      <ul>
        {changesOf(answer).map(([, key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <p>
        {words.note} <a href={path}>{fill(words.more, { state: name })}</a>
      </p>
      <StartLink>{words.start}</StartLink>
    </section>
  );
}

function Day({ day }: { day: CalendarDay }) {
  return <time dateTime={formatIso(day)}>{longDate(day)}</time>;
}

/** What may shorten or extend the time and is not computed, by whether it applies; the ticked ones first. */
function changesOf({ state, crash, died, government, minor, found }: DeadlineAnswer) {
  const { government: notice, notes } = law[state];
  const facts = {
    state: stateOf(state).name,
    notice: notice?.within,
    "notice law": notice?.law,
    year: found?.lastDay.year,
  };
  const said = (name: "government" | "minor" | "died" | "leap" | "weekend" | "other") => (
    <Prose markup={words.changes[name]} facts={facts} />
  );
  const all: [applies: boolean, key: string, text: ReactNode][] = [
    [government, "government", said("government")],
    [minor, "minor", said("minor")],
    [died && found !== undefined, "died", said("died")],
    [crash.day === 29 && found?.lastDay.day === 28, "leap", said("leap")],
    [!died && notes.time !== undefined, "state", notes.time],
    [found !== undefined, "weekend", said("weekend")],
    [true, "other", said("other")],
  ];
  return all.filter(([applies]) => applies);
}
