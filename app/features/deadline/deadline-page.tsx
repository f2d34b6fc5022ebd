import type { ReactNode } from "react";
import type { DeadlineAnswer, DeadlineContext } from "../../../machines/features/deadline/deadline.ts";
import { type CalendarDay, formatIso } from "../../../machines/rules/dates.ts";
import prose from "../../site/articles/prose.module.css";
import { Law } from "../../site/articles/prose.tsx";
import { stateOf } from "../../site/articles/states.ts";
import { law } from "../../site/content/law.ts";
import { articleAt } from "../../site/content/pages.ts";
import { inYears } from "../../site/content/state-facts.ts";
import { longDate } from "../../site/in-words.ts";
import { StartLink } from "../../site/layout/site-links.tsx";
import styles from "./deadline.module.css";
import { DeadlineForm } from "./deadline-form.tsx";

/** The calculator's state, as plain data. */
export type DeadlineShown = Omit<DeadlineContext, "answer"> & {
  value: "asking" | Answered["value"];
  answer: Answered["answer"] | null;
};

/** The deadline calculator: its answer, once there is one, then its questions and how it counts. */
export function DeadlinePage({ value, values, errors, answer }: DeadlineShown) {
  return (
    <div className={prose.prose}>
      <h1>When is your last day to file a lawsuit?</h1>
      {value !== "asking" && answer ? (
        <>
          <DeadlineAnswered value={value} answer={answer} />
          <h2>Check another date</h2>
        </>
      ) : (
        <p className={prose.lead}>
          Enter the state and the day of the crash. You get the last day to file a lawsuit for an injury. We
          do not keep what you enter.
        </p>
      )}
      <DeadlineForm values={values} errors={errors} />
      <h2>How we count</h2>
      <ul>
        <li>We take the day of the crash and add the years that the state’s law gives.</li>
        <li>The same day of that later year is the last day. When in doubt, we take the earlier day.</li>
        <li>A crash on February 29 counts to February 28 in a year without a leap day.</li>
        <li>Deadlines for damage to a car, and for claims against your own insurer, can differ.</li>
      </ul>
      <p>
        Read what the law says in <a href="/car-accident-laws/">each state</a>. We last reviewed these laws on{" "}
        {longDate(articleAt("/car-accident-laws/").changed)}. This is general information, not legal advice.
      </p>
    </div>
  );
}

type Found = NonNullable<DeadlineAnswer["found"]>;
type Answered = {
  /** The chart's state. */
  value: "open" | "lastDay" | "over" | "unlisted";
  answer: DeadlineAnswer;
};

/** The calculator's result, what may change it, and what to do next. */
function DeadlineAnswered({ value, answer }: Answered) {
  const { name, path } = stateOf(answer.state);
  const { found } = answer;
  return (
    <section className={styles.answer} aria-labelledby="answer" data-deadline={value}>
      <h2 id="answer">{found ? headings[value](found) : "We have no date for this"}</h2>
      {found ? (
        <>
          <p>{advice[value](found)}</p>
          <p>
            We counted {inYears(found.years)} from the crash on {longDate(answer.crash)} (
            <Law law={found.law} />
            ).
          </p>
        </>
      ) : (
        <p>
          After a death in {name}, the deadline follows rules that we cannot put into one number. It can be
          shorter than the one for an injury. Please ask a lawyer there right away.
        </p>
      )}
      <h3>{found ? "What can change this" : "What else to know"}</h3>
      <ul>
        {changesOf(answer).map(([, key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <p>
        This is general information, not legal advice. Only a lawyer can tell you the date for your own case.{" "}
        <a href={path}>More on {name}</a>
      </p>
      <StartLink>See if a law firm will review your case</StartLink>
    </section>
  );
}

const days = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "day" : "days"}`;

const headings: Record<Answered["value"], (found: Found) => ReactNode> = {
  open: ({ lastDay }) => (
    <>
      Your last day to file is probably <Day day={lastDay} />
    </>
  ),
  lastDay: () => "Today is probably your last day to file",
  over: ({ lastDay }) => (
    <>
      The deadline probably passed on <Day day={lastDay} />
    </>
  ),
  unlisted: () => "",
};

const advice: Record<Answered["value"], (found: Found) => string> = {
  open: ({ daysLeft }) =>
    `You have ${days(daysLeft)} left. Do not wait for the last one: a lawyer needs time to prepare the case, and a court can be closed that day.`,
  lastDay: () =>
    "Call a lawyer or the clerk of the court now. Many courts take papers online until midnight.",
  over: ({ daysLeft }) =>
    `That was ${days(-daysLeft)} ago. There are exceptions, so ask a lawyer before you give up.`,
  unlisted: () => "",
};

function Day({ day }: { day: CalendarDay }) {
  return <time dateTime={formatIso(day)}>{longDate(day)}</time>;
}

/** What may shorten or extend the time and is not computed, by whether it applies; the ticked ones first. */
function changesOf({ state, crash, died, government, minor, found }: DeadlineAnswer) {
  const { government: notice, notes } = law[state];
  const all: [applies: boolean, key: string, text: ReactNode][] = [
    [
      government,
      "government",
      <>
        <strong>A government vehicle was involved.</strong> You may have much less time: the agency usually
        must get a notice or a claim in writing first.{" "}
        {notice && (
          <>
            In {stateOf(state).name} that is due within {notice.within} (<Law law={notice.law} />
            ).
          </>
        )}
      </>,
    ],
    [
      minor,
      "minor",
      <>
        <strong>The person was under 18.</strong> The clock may be paused until their 18th birthday. We did
        not count that. The pause often does not hold for claims against the government, or for the parents’
        own claims.
      </>,
    ],
    [
      died && found !== undefined,
      "died",
      "After a death, the clock usually starts on the day of the death. We counted from the crash, to be safe.",
    ],
    [
      crash.day === 29 && found?.lastDay.day === 28,
      "leap",
      `There is no February 29 in ${found?.lastDay.year}, so we took the day before March 1.`,
    ],
    [!died && notes.time !== undefined, "state", notes.time],
    [
      found !== undefined,
      "weekend",
      "We do not move the date for a weekend or a holiday. If it falls on one, file before it.",
    ],
    [
      true,
      "other",
      "Other exceptions make the time shorter or longer. Your own insurance policy has deadlines of its own.",
    ],
  ];
  return all.filter(([applies]) => applies);
}
