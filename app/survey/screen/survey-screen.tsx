import { memo } from "react";
import messages from "../../ui/messages.module.css";
import { isCovered } from "./page-data.ts";
import { Progress } from "./progress.tsx";
import { QuestionForm, type QuestionFormProps } from "./question-form.tsx";
import styles from "./survey-screen.module.css";

/**
 * A whole survey screen: the same on the server and, when `live`, in the browser. Its attributes are
 * the contract that scripts and tests rely on.
 */
export function SurveyScreen(props: QuestionFormProps) {
  const { data, words } = props;
  const { screen, session } = data;
  const { currentStep, currentProgress, tracker, showOverlay } = session;
  const { kind, consent } = data.steps[currentStep] ?? {};
  const atEnd = kind === "end";
  const { title, steps, named } = data.nextSteps;
  const onlyScreen = tracker.total === 1;
  // Between the first question and the consent only the question is of interest.
  const isMiddle = currentStep !== session.steps[0] && !atEnd && !consent;
  return (
    <main
      className={styles.main}
      data-survey={data.survey}
      data-step={currentStep}
      data-progress={currentProgress}
      data-middle={isMiddle || undefined}
      data-backdrop={(showOverlay && !screen.waiting) || undefined}
    >
      <div className={styles.columns}>
        <div className={styles.formColumn}>
          {!atEnd && !onlyScreen && <Progress data={data} words={words} />}
          <QuestionForm {...props} />
        </div>
        {!atEnd && (
          <NextSteps title={title} steps={(consent && screen.buyers?.length && named?.steps) || steps} />
        )}
      </div>
      <SendingOverlay shown={isCovered(data)} text={words.sending} />
    </main>
  );
}

/** The panel beside the form (spec 2.4). */
const NextSteps = memo(function NextSteps({ title, steps }: { title: string; steps: string[] }) {
  return (
    <section className={styles.panel} aria-labelledby="next-steps">
      <h2 className={styles.title} id="next-steps">
        {title}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
});

/** Covers the page while the answers are sent. The region is there beforehand, so that its text is spoken. */
function SendingOverlay({ shown, text }: { shown: boolean; text: string }) {
  return (
    <div role="status" data-overlay>
      {shown && (
        <div className={messages.overlay}>
          <span className={messages.spinner} />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
