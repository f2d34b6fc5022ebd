import { memo } from "react";
import type { Topic, Wording } from "../../../machines/messages/wording.ts";
import styles from "./question.module.css";

/**
 * How answers travel and what they are used for, with the policy wherever data is taken; the guarantee is only where a
 * firm is looked for.
 */
export const SecurityNote = memo(function SecurityNote({ topic, words }: { topic: Topic; words: Wording }) {
  return (
    <p className={styles.security}>
      {/* In the page: as a picture of the style sheet it is a document of its own, and takes a third of all styling. */}
      <svg className={styles.lock} viewBox="0 0 14 16" aria-hidden="true">
        <path
          fillRule="evenodd"
          d="M3 7V5a4 4 0 0 1 8 0v2h1a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Zm2 0h4V5a2 2 0 0 0-4 0Z"
        />
      </svg>
      {words.connectionNote}{" "}
      {topic !== "benefits" && <span className={styles.guarantee}>{words.privacyGuarantee} </span>}
      <a href={words.links.privacy.url}>{words.links.privacy.text}</a>
    </p>
  );
});
