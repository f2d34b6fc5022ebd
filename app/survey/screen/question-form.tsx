import { type FormEvent, memo, type Ref } from "react";
import type { Topic, Wording } from "../../../machines/messages/wording.ts";
import messages from "../../ui/messages.module.css";
import { isCovered, type SurveyPageData } from "./page-data.ts";
import { ErrorSummary, errorTexts, summaryErrors } from "./parts.tsx";
import styles from "./question.module.css";
import { Question } from "./question.tsx";

export type QuestionFormProps = {
  data: SurveyPageData;
  words: Wording;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows an earlier question without a new page; false where it cannot. */
  show?: (step: string, until?: string) => boolean;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  headingRef?: Ref<HTMLHeadingElement>;
  summaryRef?: Ref<HTMLDivElement>;
  noticeRef?: Ref<HTMLDivElement>;
  /** Known once a step was left in the browser: the side from which the next one slides in. */
  direction?: "forward" | "back";
  live?: boolean;
};

/**
 * The screen's one form. It stays the same element from step to step (a consent certificate covers
 * the form it was loaded for); only the question inside is replaced, and slides in.
 */
export function QuestionForm(props: QuestionFormProps) {
  const { data, words, onSubmit, onInput, show, headingRef, direction, live = false } = props;
  const { summaryRef, noticeRef } = props;
  const { screen, hidden, session } = data;
  const step = data.steps[session.currentStep];
  if (!step) throw new Error(`No step named ${session.currentStep} in survey ${data.survey}`);
  const atEnd = step.kind === "end";
  const covered = isCovered(data);
  const busy = covered ? null : screen.waiting;
  const isRefused = Object.keys(screen.errors).length > 0;
  const errors = isRefused ? errorTexts(screen, step, words) : {};
  const summary = isRefused && (
    <ErrorSummary
      title={words.errorSummaryTitle}
      more={words.moreErrors}
      errors={summaryErrors(errors)}
      summaryRef={summaryRef}
      live={live}
    />
  );
  // A step with a button shows the result of a press there; any other above its answers.
  const hasButton = step.kind !== "choice" && step.kind !== "when" && !atEnd;
  // There beforehand, so that its text is spoken.
  const notice = (
    <div role="status" ref={noticeRef}>
      {screen.notice && (
        // biome-ignore lint/a11y/noAutofocus: where no script shows it, the browser does as the page opens
        <p className={messages.notice} tabIndex={-1} autoFocus={hasButton} data-notice>
          {screen.noticeText ?? words.notices.saveFailed}
        </p>
      )}
    </div>
  );
  // On a phone all the answers are between the top and the boxes of a date.
  const isOfDate = step.kind === "when" && !errors.option;
  return (
    <form
      id="survey"
      className={styles.form}
      method="post"
      noValidate
      data-question
      data-tf-element-role={step.consent ? "offer" : undefined}
      onSubmit={onSubmit}
      onInput={onInput}
      {...(covered && { inert: "" })}
    >
      {/* Enter in a text field presses a form's first button: this one, never an answer or Back. A disabled one signs nothing. */}
      {step.kind !== "choice" && !atEnd && (
        <button
          type="submit"
          name="intent"
          value="next"
          className="visually-hidden"
          tabIndex={-1}
          disabled={step.consent !== undefined}
          aria-hidden
        >
          {step.submit ?? words.continue}
        </button>
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div role="status">
        {screen.remark && <p className={styles.remark}>{screen.remark}</p>}
        {busy && <span className="visually-hidden">{words.busy[busy]}</span>}
      </div>
      {!hasButton && notice}
      {!isOfDate && summary}
      <div key={step.name} data-slide={direction}>
        {step.header && <p className={styles.header}>{step.header}</p>}
        <Question
          step={step}
          screen={screen}
          errors={errors}
          words={words}
          headingRef={headingRef}
          live={live}
          busy={busy}
          page={data}
          show={show}
          dateSummary={isOfDate && summary}
          notice={hasButton && notice}
          language={data.language}
          phone={data.company.phone}
        />
        {screen.canGoBack && !atEnd && (
          <button type="submit" name="intent" value="back" formNoValidate className={styles.back}>
            {words.back}
          </button>
        )}
      </div>
      {!atEnd && <SecurityNote topic={data.topic} words={words} />}
    </form>
  );
}

/**
 * How answers are sent and used, with the policy where data is collected; the guarantee only where a firm is looked
 * for.
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
