import type { AnswerField, Answers } from "../answers.ts";
import type { Language } from "../steps/step.ts";

type Remark = { field: AnswerField; is: string } & Record<Language, string>;

/** What the next question says of an answer, where something helpful and true in every state can be said. */
const remarks: Remark[] = [
  {
    field: "accident_date_button",
    is: "Over 2 Years",
    en: "Each state has its own deadline, and some allow more than two years.",
    es: "Cada estado tiene su propio plazo, y algunos dan más de dos años.",
  },
  {
    field: "at_Fault",
    is: "yes",
    en: "In most states, people who share the blame can still bring a claim.",
    es: "En la mayoría de los estados, quien comparte la culpa también puede reclamar.",
  },
  {
    field: "physical_injury",
    is: "Yes",
    en: "We’re sorry you were hurt.",
    es: "Sentimos que se haya lastimado.",
  },
  {
    field: "physical_injury",
    is: "No",
    en: "Good to hear. If pain starts later, have a doctor look at it.",
    es: "Qué bueno. Si el dolor empieza después, vaya al médico.",
  },
  {
    field: "injury_type",
    is: "None",
    en: "It’s not too late to see a doctor. Some injuries only show after a few days.",
    es: "Todavía puede ir al médico. Algunas lesiones se notan solo después de unos días.",
  },
  {
    field: "police_report",
    is: "No",
    en: "That’s OK. There are other ways to show what happened.",
    es: "No pasa nada. Hay otras maneras de mostrar lo que ocurrió.",
  },
];

/** @param answers what an option records */
export function remarkOn(answers: Answers, language: Language): string | undefined {
  return remarks.find(({ field, is }) => answers[field] === is)?.[language];
}
