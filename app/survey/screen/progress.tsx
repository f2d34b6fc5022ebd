import { fill } from "../../../machines/messages/fill.ts";
import type { Stage, Wording } from "../../../machines/messages/wording.ts";
import type { SurveyPageData } from "./page-data.ts";
import { stagesOf } from "./stages.ts";
import styles from "./survey-screen.module.css";

type Props = {
  data: Pick<SurveyPageData, "language" | "progressStyle" | "steps" | "topic"> & {
    session: Pick<SurveyPageData["session"], "currentProgress" | "currentStep" | "steps" | "tracker">;
  };
  words: Wording;
};

/** The visitor's position: the stage and the step in words, and one dot per step or a bar (ruling 26). */
export function Progress({ data, words }: Props) {
  const { currentProgress, currentStep, tracker } = data.session;
  const { total, part, steps } = tracker;
  const { number, label } = steps.find(({ active }) => active)!;
  const position = fill(words.progressText, { number, total });
  const text = part > 1 ? words.further[part % 2] : position;
  const path = data.session.steps.slice(0, data.session.steps.indexOf(currentStep) + 1);
  const stages = data.topic === "benefits" ? [] : stagesOf(steps, path, data.steps);
  const stage = stages[number - 1];
  const isBar = data.progressStyle === "bar";
  return (
    <div className={styles.progress}>
      {/* Outside the bar, whose content is not read: each step says where it stands. */}
      <p className={styles.text} role="status">
        {stage && (
          <span className={styles.stage}>
            {words.stages[stage === "accident" ? (data.topic as Stage | "ticket") : stage]}
          </span>
        )}
        <span className={isBar ? "visually-hidden" : undefined}>{text}</span>
        {isBar && <span className={styles.percent}>{currentProgress}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={words.progressLabel}
        aria-valuemin={0}
        aria-valuenow={isBar ? currentProgress : number}
        aria-valuemax={isBar ? 100 : total}
        // The visible number is also the one announced, so that people who share a screen can speak about it.
        aria-valuetext={`${position}: ${label}${isBar ? ` ${currentProgress}%` : ""}`}
      >
        {isBar ? (
          <progress className={styles.bar} value={currentProgress} max={100} aria-hidden />
        ) : (
          <div className={styles.dots} data-part={part}>
            {steps.map((step, index) => (
              <span
                key={step.number}
                className={styles.dot}
                title={step.label}
                data-reached={step.active ? "active" : step.completed ? "completed" : undefined}
                data-begins={(index > 0 && stages[index] !== stages[index - 1]) || undefined}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
