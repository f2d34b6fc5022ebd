import { resumedWords } from "../../../machines/messages/resumed.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "./resumed.module.css";

/**
 * Says that the visit is taken up again, with a way to begin anew. Beside the island, whose scripts need not know of it:
 * it is hidden once the visitor goes on.
 */
export function Resumed({ language }: { language: Language }) {
  const { text, startOver } = resumedWords[language];
  return (
    <form method="post" className={styles.resumed} data-resumed>
      <p>
        {text}{" "}
        <button type="submit" name="intent" value="restart" className={styles.startOver}>
          {startOver}
        </button>
      </p>
    </form>
  );
}
