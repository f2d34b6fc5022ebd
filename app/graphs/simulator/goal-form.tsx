import controls from "../ui/controls.module.css";
import panel from "../ui/panel.module.css";
import styles from "./goal-form.module.css";
import next from "./next.module.css";
import type { TakeMeTo, WaysThere } from "./take-me-to.ts";

type Props = TakeMeTo & { query: URLSearchParams };

/** How the visitor comes in is kept; what they have done is not, because the ways are from the beginning. */
const kept = ["path", "query", "today", "region", "dateOfBirthStates", "noDefaultBuyersStates"];

/** A place, a way or a reason to be taken to, and the ways there. */
export function GoalForm({ goals, ways, query }: Props) {
  const asked = query.get("to") ?? "";
  return (
    <section className={`${panel.panel} ${styles.goals}`} aria-labelledby="take-me-to">
      <h2 id="take-me-to">Take me to</h2>
      <form action="#take-me-to" className={`${styles.form} ${controls.controls}`}>
        {[...query]
          .filter(([name]) => kept.includes(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <p>
          <label htmlFor="to">An end, a reason, a place or a way</label>
          <select id="to" name="to" defaultValue={asked}>
            {goals.map(({ name, goals: choices }) => (
              <optgroup key={name} label={name}>
                {choices.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </p>
        <button type="submit">Show ways</button>
      </form>
      {ways && <Ways {...ways} />}
    </section>
  );
}

function Ways({ ways, common, isCut }: WaysThere) {
  if (ways.length === 0) {
    return (
      <p className={styles.note}>
        No way was found for a visitor who comes in like this. Another path, query, state or day above may
        have one.
      </p>
    );
  }
  return (
    <>
      <p className={styles.note}>
        {ways.length === 1
          ? "All ways are decided alike; this is the shortest, by what decides it."
          : `${ways.length} ways, told apart by what decides them, the shortest first.`}
        {isCut && " The chart is too large to look at all of it: there may be others."}
      </p>
      <ol className={styles.ways}>
        {ways.map(({ moves, href, decided }, index) => (
          <li key={href}>
            <a href={href}>
              Way {index + 1}: {moves === 1 ? "1 move" : `${moves} moves`}
            </a>
            <Lines lines={decided} />
          </li>
        ))}
      </ol>
      {common.length > 0 && (
        <details className={next.more}>
          <summary>On all of these</summary>
          <Lines lines={common} />
        </details>
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
