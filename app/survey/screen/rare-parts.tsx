/** Parts of the screens of a few surveys: a browser loads them with those (`browser/later-parts.ts`). */

import { useEffect, useState } from "react";
import { fill } from "../../../machines/messages/fill.ts";
import type { AnswerField, Answers } from "../../../machines/rules/answers.ts";
import buttons from "../../ui/buttons.module.css";
import { DateBoxes } from "../../ui/date-boxes.tsx";
import ends from "./ends.module.css";
import {
  type LocalizedStep,
  type QuestionProps,
  type SurveyPageData,
  stepAddress,
  type WordedField,
} from "./page-data.ts";
import styles from "./question.module.css";
import { QuestionHeading } from "./question-heading.tsx";

type WholeDateProps = Pick<WordedField, "name" | "label" | "hint" | "boxes" | "autocomplete"> & {
  value?: string;
  error?: string;
};

/**
 * A date that is recorded as a whole, in three boxes; the first has the field's own name, and accepts the whole date
 * too.
 * @param value year, month and day with hyphens between them, as recorded or as far as typed
 */
export function WholeDate({ name, label, hint, boxes, value = "", error, autocomplete }: WholeDateProps) {
  const [year, month, day] = value.split("-");
  const names = [name, `${name}_day`, `${name}_year`];
  const of = (texts: (string | undefined)[]) =>
    Object.fromEntries(names.map((each, index) => [each, texts[index]]));
  return (
    <DateBoxes
      name={name}
      legend={label}
      hint={hint}
      boxes={["month", "day", "year"].map((kind, index) => ({
        name: names[index]!,
        kind,
        label: boxes![index]!,
        own: {
          ...(autocomplete && { autoComplete: `${autocomplete}-${kind}` }),
          ...(index === 0 && { maxLength: 10 }),
        },
      }))}
      values={of([month, day, year])}
      errors={of([error, error, error])}
    />
  );
}

/**
 * Why the visitor is turned away, where that is said. A browser that came to the screen by itself asks for the server's: only
 * that has the lead.
 */
function useWhy({ name, why }: LocalizedStep, { path }: SurveyPageData["entry"]): string | undefined {
  const [said, setSaid] = useState(why);
  useEffect(() => {
    if (why !== "") return;
    void fetch(stepAddress(path, {}, name))
      .then((answer) => answer.text())
      // No word of it has to be escaped in HTML, which scripts may not read otherwise here.
      .then((html) => setSaid(/data-why[^>]*>([^<]*)/.exec(html)?.[1]))
      .catch(() => {});
  }, [name, why, path]);
  return said;
}

/** Tells how the survey ended, where no thank-you page does, where to turn, and whom to call (kind `end`). */
export function EndScreen({ step, screen, words, phone, headingRef, page }: QuestionProps) {
  const why = useWhy(step, page.entry);
  const given: Answers = Object.assign({}, ...(screen.toCheck ?? []).map(({ answers }) => answers));
  const links = step.links?.filter(({ when = {} }) =>
    Object.entries(when).every(([field, fits]) => fits.includes(given[field as AnswerField]!)),
  );
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {why && (
        <p className={styles.subHeading} data-why>
          {why}
        </p>
      )}
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      <div className={ends.ways}>
        {links?.map(({ label, url, text }, index) => (
          <p key={url} className={text && ends.way}>
            {text}
            <a className={index === 0 ? buttons.primary : buttons.secondary} href={url}>
              {label}
            </a>
          </p>
        ))}
      </div>
      <p className={ends.links}>
        {/* A call tracker's number may stand here before the island does. */}
        <a href={`tel:${phone.dial}`} data-call-number suppressHydrationWarning>
          {fill(words.callUs, { phone: phone.display })}
        </a>
        <a href={words.homePage.url}>{words.homePage.text}</a>
      </p>
    </>
  );
}
