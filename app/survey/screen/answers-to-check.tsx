import type { Answers } from "../../../machines/answers.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import fields from "../../ui/fields.module.css";
import styles from "./answers-to-check.module.css";
import { chosenOption } from "./chosen-option.ts";
import type { LocalizedStep, ScreenState } from "./page-data.ts";
import type { QuestionProps } from "./question.tsx";
import { stepAddress } from "./step-address.ts";

type Props = QuestionProps["page"] & {
  language: Language;
  words: Wording["check"];
  show?: (step: string, until?: string) => boolean;
  answered: NonNullable<ScreenState["toCheck"]>;
};

/**
 * All that was answered, folded, each with a link to its question, which leads back here. A script shows that question
 * without a new page.
 */
export function AnswersToCheck({ answered, language, words, steps, entry, session, show }: Props) {
  const { currentStep: until } = session;
  const shown = answered
    .map(({ step, answers }) => ({
      step,
      question: steps[step]!.heading,
      lines: inWordsOf(steps[step]!, answers, language),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (shown.length === 0) return null;
  return (
    <details className={styles.check}>
      <summary className={fields.summary}>{words.title}</summary>
      <dl className={styles.list}>
        {shown.map(({ step, question, lines }) => (
          <div key={step}>
            <dt>{question}</dt>
            <dd>
              <span className={styles.lines} suppressHydrationWarning>
                {lines.join("\n")}
              </span>
              <a
                href={stepAddress(entry.path, entry.query, step, until)}
                onClick={(event) => show?.(step, until) && event.preventDefault()}
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

/** An answer in the words in which it was given: a line for each field, one for the parts of a name or a date together. */
function inWordsOf({ options, fields }: LocalizedStep, answers: Answers, language: Language): string[] {
  const chosen = chosenOption(options, answers)?.label;
  if (chosen) return [chosen];
  const [year, month, day] = ["year", "month", "day"].map((part) => {
    const field = fields.find(({ kind }) => kind === part);
    return field && answers[field.name];
  });
  const lines: string[] = [];
  let before = "";
  for (const { name, kind, options: choices = [] } of fields) {
    const text = chosenOption(choices, answers)?.label ?? answers[name];
    if (!text) continue;
    const isPart = /^(year|month|day)$/.test(kind) && year && month;
    if (isPart && kind === "month") lines.push(dayInWords(language, year, month, day));
    else if (kind === "name" && before === "name") lines.push(`${lines.pop()} ${text}`);
    else if (!isPart) lines.push(text);
    before = kind;
  }
  return lines;
}

/** October 30, 2026, or October 2026. */
function dayInWords(language: Language, year: string, month: string, day: string | undefined): string {
  const parts = {
    year: "numeric",
    month: "long",
    day: day ? "numeric" : undefined,
    timeZone: "UTC",
  } as const;
  return new Intl.DateTimeFormat(language, parts).format(Date.UTC(+year, +month - 1, +(day || 1)));
}
