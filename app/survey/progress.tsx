import type { Wording } from "../../machines/wording/wording.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";
import styles from "./progress.module.css";

type Props = {
  screen: Pick<ScreenState, "position" | "progress">;
  look: SurveyPageData["progressStyle"];
  words: Wording;
};

/** Where the visitor stands, in words and as one dot per step or as a bar (decision 26). */
export function Progress({ screen: { position, progress }, look, words }: Props) {
  const { number, total } = position;
  const text = words.progressText(number, total);
  return (
    <div className={styles.progress}>
      {/* Outside the bar, whose content is not read: each step says where it stands. */}
      <p className={styles.text} role="status">
        {text}
        {look === "bar" && progress !== null && <span className={styles.percent}>{progress}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={words.progressLabel}
        aria-valuemin={0}
        aria-valuenow={number}
        aria-valuemax={total}
        aria-valuetext={text}
      >
        {look === "bar" ? (
          <progress className={styles.bar} value={progress ?? (100 * number) / total} max={100} aria-hidden />
        ) : (
          <div className={styles.dots}>
            {Array.from({ length: total }, (_, index) => index + 1).map((dot) => (
              <span key={dot} className={dot <= number ? styles.reached : styles.dot} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
