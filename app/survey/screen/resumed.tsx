import { resumedWords } from "../../../machines/messages/resumed.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "./resumed.module.css";

const form = "start-over";

/**
 * Says that the visit is taken up again, with a way to begin again. Beside the island, whose scripts need not know of it:
 * it is hidden once the visitor goes on.
 */
export function Resumed({ language }: { language: Language }) {
  const { text, startOver } = resumedWords[language];
  return (
    <div className={styles.resumed} data-resumed>
      <p>
        {text}{" "}
        <button type="submit" form={form} name="intent" value="restart" className={styles.startOver}>
          {startOver}
        </button>
      </p>
    </div>
  );
}

/** The form of its button, after the question's: the first form of a page is the one that asks. */
export function StartOverForm() {
  return <form method="post" id={form} />;
}
