import type { Wording } from "../../../machines/messages/wording.ts";
import type { ProgressTracker } from "../../../machines/tracker.ts";
import type { SurveyPageData } from "./page-data.ts";
import styles from "./progress.module.css";

type Props = {
  tracker: ProgressTracker;
  percent: number;
  look: SurveyPageData["progressStyle"];
  words: Wording;
};

/** Where the visitor is, in words and as one dot per step or as a bar (ruling 26). */
export function Progress({ tracker: { total, steps }, percent, look, words }: Props) {
  const { number, label } = steps.find(({ active }) => active)!;
  const text = words.progressText(number, total);
  return (
    <div className={styles.progress}>
      {/* Outside the bar, whose content is not read: each step says where it stands. */}
      <p className={styles.text} role="status">
        {text}
        {look === "bar" && <span className={styles.percent}>{percent}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={words.progressLabel}
        aria-valuemin={0}
        aria-valuenow={number}
        aria-valuemax={total}
        aria-valuetext={`${text}: ${label}`}
      >
        {look === "bar" ? (
          <progress className={styles.bar} value={percent} max={100} aria-hidden />
        ) : (
          <div className={styles.dots}>
            {steps.map((step) => (
              <span
                key={step.number}
                className={styles.dot}
                title={step.label}
                data-reached={step.active ? "active" : step.completed ? "completed" : undefined}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
