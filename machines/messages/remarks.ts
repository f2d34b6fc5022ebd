import type { AnswerField, Answers } from "../answers.ts";
import type { Language } from "../steps/step.ts";

type Remark = { field: AnswerField; is: string } & Record<Language, string>;

/** What the next question says about an answer, where something helpful and true in every state can be said. */
export const remarks: readonly Remark[] = [
  {
    field: "accident_date_button",
    is: "Over 2 Years",
    en: "Each state has its own deadline, and some allow more than two years.",
    es: "Cada estado tiene su propio plazo, y algunos dan más de dos años.",
  },
  {
    field: "partial_fault",
    is: "yes",
    en: "In most states, people who share the fault can still make a claim.",
    es: "En la mayoría de los estados, quien comparte la culpa también puede reclamar.",
  },
  {
    field: "physical_injury",
    is: "Yes",
    en: "We’re sorry you were hurt.",
    es: "Sentimos mucho que se haya lastimado.",
  },
  {
    field: "physical_injury",
    is: "No",
    en: "Good to hear. If pain starts later, see a doctor.",
    es: "Qué bueno. Si el dolor empieza después, vaya al doctor.",
  },
  {
    field: "injury_type",
    is: "None",
    en: "It’s not too late to see a doctor. Some injuries show up only after a few days.",
    es: "Todavía puede ir al doctor. Algunas lesiones se notan solo después de unos días.",
  },
  {
    field: "police_report",
    is: "no",
    en: "That’s OK. There are other ways to show what happened.",
    es: "No pasa nada. Hay otras maneras de mostrar lo que ocurrió.",
  },
];

/** @param answers what an option records */
export function remarkOn(answers: Answers, language: Language): string | undefined {
  return remarks.find(({ field, is }) => answers[field] === is)?.[language];
}
