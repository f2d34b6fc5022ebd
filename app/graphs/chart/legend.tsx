import styles from "./legend.module.css";

const shapes = [
  { look: styles.question, text: "question" },
  { look: styles.service, text: "service" },
  { look: styles.post, text: "lead is posted" },
  { look: styles.state, text: "other state" },
  { look: styles.end, text: "end" },
];

/** What the shapes of a chart mean. */
export function Legend() {
  return (
    <ul className={styles.legend}>
      {shapes.map(({ look, text }) => (
        <li key={text}>
          <span className={look} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
