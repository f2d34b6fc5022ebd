import panel from "../ui/panel.module.css";
import type { SimulationData } from "./simulation-data.ts";
import styles from "./timeline.module.css";

type Props = { simulation: SimulationData; titleOf: (id: string) => string };

/** The events so far and, after going back, those ahead; each links to its moment. */
export function Timeline({ simulation: { timeline, at, left }, titleOf }: Props) {
  const entries = timeline.map((entry, index) => ({ ...entry, index })).reverse();
  const [back, forward] = [timeline[at - 1], timeline[at + 1]];
  return (
    <section className={`${panel.panel} ${styles.timeline}`} aria-labelledby="timeline">
      <div className={styles.head}>
        <h2 id="timeline">Timeline</h2>
        <p className={styles.steps}>
          <a href={back?.href} aria-label={back && "One event back"}>
            Back
          </a>
          <a href={forward?.href} aria-label={forward && "One event forward"}>
            Forward
          </a>
        </p>
      </div>
      {/* Newest first, so that the current entry is in view however long the list is. */}
      <ol className={styles.moves} start={timeline.length - 1} reversed>
        {entries.map(({ words, place, href, actions, index }) => (
          <li key={href} className={index > at ? styles.ahead : undefined}>
            <a href={href} aria-current={index === at ? "step" : undefined}>
              {words}
            </a>{" "}
            → {titleOf(place)}
            {actions.length > 0 && <small> ({[...new Set(actions)].join(", ")})</small>}
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p role="alert" className={styles.left}>
          The URL has {left === 1 ? "one more event" : `${left} more events`} that this chart does not accept
          here.
        </p>
      )}
    </section>
  );
}
