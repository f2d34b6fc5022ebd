import panel from "../ui/panel.module.css";
import type { SimulationData } from "./simulation-data.ts";
import styles from "./timeline.module.css";

type Props = { simulation: SimulationData; titleOf: (id: string) => string };

/** What has happened, and after going back what lies ahead: each entry leads to its moment. */
export function Timeline({ simulation: { timeline, at, left }, titleOf }: Props) {
  const entries = timeline.map((entry, index) => ({ ...entry, index })).reverse();
  const [back, forward] = [timeline[at - 1], timeline[at + 1]];
  return (
    <section className={`${panel.panel} ${styles.timeline}`} aria-labelledby="timeline">
      <div className={styles.head}>
        <h2 id="timeline">Timeline</h2>
        <p className={styles.steps}>
          <a href={back?.href} aria-label={back && "One move back"}>
            Back
          </a>
          <a href={forward?.href} aria-label={forward && "One move forward"}>
            Forward
          </a>
        </p>
      </div>
      {/* The newest first: what happens now is in sight however long the list is. */}
      <ol className={styles.moves} start={timeline.length - 1} reversed>
        {entries.map(({ words, place, href, actions, index }) => (
          <li key={href} className={index > at ? styles.ahead : undefined}>
            <a href={href} aria-current={index === at ? "step" : undefined}>
              {words}
            </a>{" "}
            to {titleOf(place)}
            {actions.length > 0 && <small> ({[...new Set(actions)].join(", ")})</small>}
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p role="alert" className={styles.left}>
          {left === 1 ? "One more move is" : `${left} more moves are`} in the address that this chart does not
          take here.
        </p>
      )}
    </section>
  );
}
