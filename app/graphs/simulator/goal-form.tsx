import parts from "../ui/parts.module.css";
import styles from "./simulator.module.css";
import type { TakeMeTo, WaysThere } from "./take-me-to.ts";

type Props = TakeMeTo & { query: URLSearchParams };

/** The setup is kept. The events so far are not, because paths start at the beginning. */
const kept = ["path", "query", "today", "region", "dateOfBirthStates", "noDefaultBuyersStates"];

/** A choice of destinations, and the paths to the chosen one. */
export function GoalForm({ goals, ways, query }: Props) {
  const asked = query.get("to") ?? "";
  return (
    <section className={`${parts.panel} ${styles.goals}`} aria-labelledby="take-me-to">
      <h2 id="take-me-to">Take me to</h2>
      <form action="#take-me-to" className={`${styles.goalForm} ${parts.controls}`}>
        {[...query]
          .filter(([name]) => kept.includes(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <p>
          <label htmlFor="to">Destination</label>
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
        <button type="submit">Show paths</button>
      </form>
      {ways ? (
        <Ways {...ways} />
      ) : (
        asked && <p className={styles.note}>This chart has no destination “{asked}”.</p>
      )}
    </section>
  );
}

function Ways({ ways, common, isCut }: WaysThere) {
  if (ways.length === 0) {
    return (
      <p className={styles.note}>
        No path leads there with this setup. Try another entry path, query string, state or date above.
      </p>
    );
  }
  return (
    <>
      <p className={styles.note}>
        {ways.length === 1
          ? "All paths there have the same guard results. This is the shortest."
          : `${ways.length} paths, shortest first, each with the guard results that set it apart.`}
        {isCut && " The chart is too large to search completely: there may be more."}
      </p>
      <ol className={styles.ways}>
        {ways.map(({ moves, href, decided }, index) => (
          <li key={href}>
            <a href={href}>
              Path {index + 1}: {moves === 1 ? "1 event" : `${moves} events`}
            </a>
            <Lines lines={decided} />
          </li>
        ))}
      </ol>
      {common.length > 0 && (
        <details className={styles.more}>
          <summary>Same on all paths</summary>
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
