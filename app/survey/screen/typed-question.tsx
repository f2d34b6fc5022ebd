import { inOneText, listed, namingBuyers } from "../../../machines/messages/buyers-slot.ts";
import type { Naming, Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import buttons from "../../ui/buttons.module.css";
import fields from "../../ui/fields.module.css";
import firmStyles from "./firms.module.css";
import { FieldGroups, FormField } from "./form-fields.tsx";
import { inWordsOf } from "./in-words.ts";
import { type LocalizedStep, type QuestionProps, type ScreenState, stepAddress } from "./page-data.ts";
import styles from "./question.module.css";
import { QuestionHeading } from "./question-heading.tsx";

/** A question answered by typing or choosing in a form, or just by continuing (all other kinds). */
export function TypedQuestion(props: QuestionProps) {
  const { step, screen, errors, words, language, headingRef, busy, live, notice, page, show } = props;
  const { consent, seal } = step;
  // Only the consent names firms, so only its screen may show them.
  const { named } = page.nextSteps;
  const firms = (named && consent && screen.buyers) || [];
  const names = screen.buyers?.map(({ name }) => name);
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      {firms.length > 0 && (
        <div className={styles.match}>
          <p>
            <strong>{listed(names!, named!.naming)}</strong> {named!.match[firms.length > 1 ? 1 : 0]}
          </p>
          {/* What the operator says of each. */}
          <ul className={firmStyles.firms}>
            {firms.map(
              ({ name, city, barRecord }) =>
                (city || barRecord) && (
                  <li key={name}>
                    {firms.length > 1 && <strong>{name}</strong>}
                    <span>{city}</span>
                    {barRecord && (
                      <a href={barRecord} target="_blank" rel="noopener">
                        {named!.bar}
                      </a>
                    )}
                  </li>
                ),
            )}
          </ul>
        </div>
      )}
      {step.fields.length > 0 && (
        <FieldGroups fields={step.fields}>
          {(field) => (
            <FormField
              field={field}
              values={screen.values}
              error={errors[field.name]}
              words={words}
              live={live}
            />
          )}
        </FieldGroups>
      )}
      {consent && (
        <ConsentText of={step.consentIn} worded={consent} firms={names} seal={seal} naming={named?.naming} />
      )}
      {notice}
      <button
        type="submit"
        name="intent"
        value="next"
        className={step.fields.length > 0 ? buttons.primary : `${buttons.primary} ${buttons.alone}`}
        aria-describedby={consent ? "consent" : undefined}
        data-tf-element-role={consent ? "submit" : undefined}
        aria-busy={busy ? true : undefined}
        // Not disabled, which would lose the focus.
        aria-disabled={busy ? true : undefined}
      >
        {step.submit ?? words.continue}
        {busy && (
          // Visible only; the form's status announces it.
          <span className={buttons.busy} aria-hidden>
            {words.busy[busy]}
          </span>
        )}
      </button>
      {consent && <ConsentLinks links={words.links} />}
      {screen.toCheck && (
        <AnswersToCheck
          answered={screen.toCheck}
          words={words.check}
          language={language}
          show={show}
          {...page}
        />
      )}
    </>
  );
}

type CheckProps = QuestionProps["page"] & {
  language: Language;
  words: Wording["check"];
  show?: (step: string, until?: string) => boolean;
  answered: NonNullable<ScreenState["toCheck"]>;
};

/**
 * All answers, folded, each with a link to its question, which leads back here. A script shows that question without a
 * new page.
 */
function AnswersToCheck({ answered, language, words, steps, entry, session, show }: CheckProps) {
  const { currentStep: until } = session;
  const shown = answered
    .map(({ step, answers, said }) => ({
      step,
      question: steps[step]!.heading,
      lines: said ?? inWordsOf(steps[step]!, answers, language),
    }))
    .filter(({ lines }) => lines[0]);
  if (!shown[0]) return null;
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

type ConsentProps = {
  worded: readonly string[];
  of?: LocalizedStep["consentIn"];
  seal?: string;
  firms?: readonly string[];
  naming?: Naming;
};

/**
 * The consent text, word for word as it is stored, and its seal for the server. TrustedForm finds it by its role. Its
 * paragraphs are parts of one element, with the stored text's spaces between them: the element's text is the stored
 * one.
 * @param worded its paragraphs
 * @param of its language, where that is another one than the page's
 * @param firms named in it
 */
export function ConsentText({ worded, of, seal, firms, naming }: ConsentProps) {
  const paragraphs = firms && naming ? worded.map((words) => namingBuyers(words, firms, naming)) : worded;
  const text = inOneText(paragraphs);
  return (
    <>
      <p
        // Marks that certifiers have added move with the words that they marked.
        key={text}
        className={fields.consent}
        id="consent"
        data-tf-element-role="consent-language"
        data-firms={firms?.length ? JSON.stringify(firms) : undefined}
        {...of}
      >
        {paragraphs.map((words, index) => (
          <span className={fields.consentPart} key={words}>
            {index < paragraphs.length - 1 ? `${words} ` : words}
          </span>
        ))}
      </p>
      {seal && <input type="hidden" name="shown" value={JSON.stringify([seal, ...(firms ?? [])])} />}
    </>
  );
}

/** The documents that the consent refers to, for visitors who want to read them first. */
export function ConsentLinks({ links }: { links: Wording["links"] }) {
  return (
    <p className={fields.consentLinks}>
      <a href={links.privacy.url}>{links.privacy.text}</a> <a href={links.terms.url}>{links.terms.text}</a>
    </p>
  );
}
