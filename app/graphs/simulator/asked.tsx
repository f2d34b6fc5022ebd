import styles from "./asked.module.css";

/** Guards that decided something, with what each of them read, a sentence each. */
export function Asked({ title, asked }: { title: string; asked: readonly string[] }) {
  if (asked.length === 0) return null;
  return (
    <div className={styles.asked}>
      <p>{title}:</p>
      <ul>
        {asked.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
