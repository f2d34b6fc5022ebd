import type { Topic, Wording } from "../../machines/wording/wording.ts";
import styles from "./question.module.css";

/** How answers travel and what they are used for; the guarantee stands only where a firm is looked for. */
export function SecurityNote({ topic, words }: { topic: Topic; words: Wording }) {
  return (
    <p className={styles.security}>
      {words.connectionNote}{" "}
      {topic !== "benefits" && <span className={styles.guarantee}>{words.privacyGuarantee}</span>}
    </p>
  );
}
