import { type CallTime, callTimes, callTimeWords } from "../../../machines/messages/call-time.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "./call-time.module.css";

export type CallTimeProps = {
  /** What the visitor has said. */
  time?: CallTime;
  /** It could not be noted just now. */
  isUnsaved: boolean;
  language: Language;
  /** Path of the page that it is on. */
  page: string;
};

/** Asks when a call suits: one press answers, another one changes it. */
export function AskCallTime({ time, isUnsaved, language, page }: CallTimeProps) {
  const words = callTimeWords[language];
  return (
    <section className={styles.ask} aria-labelledby="call-time" data-call-time={time ?? ""}>
      <h2 id="call-time">{words.title}</h2>
      <p id="call-time-hint">{words.hint}</p>
      <form method="post" action="/call-time" aria-describedby="call-time-hint">
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="lang" value={language} />
        {callTimes.map((each) => (
          <button
            key={each}
            type="submit"
            name="time"
            value={each}
            aria-pressed={each === time}
            className={styles.time}
          >
            {words.times[each]}
          </button>
        ))}
      </form>
      <p role="status">
        {isUnsaved ? words.unsaved : time && words.saved(words.times[time].toLocaleLowerCase(language))}
      </p>
    </section>
  );
}
