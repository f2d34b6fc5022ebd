import { type CallTime, callTimes } from "../../../machines/features/call-time/times.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { fill } from "../../site/content/markdown.ts";
import type { ThanksCard } from "../feature.ts";
import styles from "./thanks.module.css";
import { callTimeWords } from "./words/index.ts";

type Asked = {
  time?: CallTime;
  /** It could not be noted just now. */
  isUnsaved: boolean;
};

export const load: ThanksCard<Asked>["load"] = async ({ running }, sessionId, query) => {
  const asked = await running.callTime.asked(sessionId);
  return asked && { ...asked, isUnsaved: query.get("call") === "unsaved" };
};

/** Asks when a call suits: one press answers, another one changes it. */
export const Card: ThanksCard<Asked>["Card"] = ({ data: { time, isUnsaved }, language, page }) => {
  const words = inLanguage(callTimeWords, language);
  return (
    <section className={styles.ask} aria-labelledby="call-time" data-card data-call-time={time ?? ""}>
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
        {isUnsaved
          ? words.unsaved
          : time && fill(words.saved, { time: words.times[time].toLocaleLowerCase(language) })}
      </p>
    </section>
  );
};
