import type { Answers } from "../../../machines/answers.ts";
import { checkWords } from "../../../machines/messages/check-answers.ts";
import type { Language } from "../../../machines/steps/step.ts";
import fields from "../../ui/fields.module.css";
import styles from "./answers-to-check.module.css";
import { chosenOption } from "./chosen-option.ts";
import type { LocalizedStep, ScreenState, SurveyPageData } from "./page-data.ts";
import { stepAddress } from "./step-address.ts";

type Props = Pick<SurveyPageData, "entry" | "steps"> & {
  language: Language;
  show?: (step: string) => boolean;
  answered: NonNullable<ScreenState["toCheck"]>;
};

/** All that was answered, folded, each with a link to its question. A script shows that question without a new page. */
export function AnswersToCheck({ answered, language, steps, entry, show }: Props) {
  const words = checkWords[language];
  const shown = answered
    .map(({ step, answers }) => ({
      step,
      question: steps[step]!.heading,
      answer: inWordsOf(steps[step]!, answers),
    }))
    .filter(({ answer }) => answer !== "");
  if (shown.length === 0) return null;
  return (
    <details className={styles.check}>
      <summary className={fields.summary}>{words.title}</summary>
      <dl className={styles.list}>
        {shown.map(({ step, question, answer }) => (
          <div key={step}>
            <dt>{question}</dt>
            <dd>
              {answer}
              <a
                href={stepAddress(entry.path, entry.query, step)}
                onClick={(event) => show?.(step) && event.preventDefault()}
              >
                {words.change}
                <span className="visually-hidden">: {question}</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** An answer in the words in which it was given. */
function inWordsOf({ options, fields }: LocalizedStep, answers: Answers): string {
  const chosen = chosenOption(options, answers)?.label;
  const typed = fields.map(
    ({ name, options: choices = [] }) => chosenOption(choices, answers)?.label ?? answers[name],
  );
  return chosen ?? typed.filter(Boolean).join(" ");
}
