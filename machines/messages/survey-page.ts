import type { AnswerField, Answers } from "../rules/answers.ts";
import type { Language } from "../steps/step.ts";
import type { NoticeKey, Topic } from "./wording.ts";

/** The words around a consent's firms: beside the form, and in it behind the names of one firm, or of several. */
export type NamedFirms = {
  steps: string[];
  match: [ofOne: string, ofMore: string];
  /** Leads to a firm's entry with the bar. */
  bar: string;
};

/** The panel beside the form, by what the survey is about; `named` beside a consent that names its firms. The page brings it along, so that no script has to. */
export const nextSteps: Record<Language, { title: string; named: NamedFirms } & Record<Topic, string[]>> = {
  en: {
    title: "What happens next",
    accident: [
      "You answer a few short questions about the accident.",
      "We compare your answers with the cases that law firms near you take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    named: {
      steps: [
        "You answer a few short questions about the accident.",
        "Once you send them, your answers go to each law firm named here.",
        "Each may call or text you. The first consultation is free.",
        "You decide what to do next. This service is free.",
      ],
      match: [
        "takes cases like yours. It or its partners may call or text you, and you can say no at any time.",
        "take cases like yours. They or their partners may call or text you, and you can say no at any time.",
      ],
      bar: "Bar record",
    },
    ticket: [
      "You answer a few short questions about the ticket.",
      "We compare your answers with the cases that law firms in that state take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    benefits: [
      "You answer three short questions.",
      "You see the official sites that fit your answers.",
      "They decide what you can get. Asking is free.",
    ],
  },
  es: {
    title: "Qué pasa después",
    accident: [
      "Usted responde unas preguntas breves sobre el accidente.",
      "Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.",
      "Si encontramos un bufete para su caso, puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
      "Usted decide qué hacer después. Este servicio es gratis.",
    ],
    named: {
      steps: [
        "Usted responde unas preguntas breves sobre el accidente.",
        "Cuando las envíe, sus respuestas llegan a cada bufete nombrado aquí.",
        "Cada uno puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
        "Usted decide qué hacer después. Este servicio es gratis.",
      ],
      match: [
        "acepta casos como el suyo. Ese bufete o sus empresas asociadas pueden llamarle o escribirle, y usted puede decir que no en cualquier momento.",
        "aceptan casos como el suyo. Esos bufetes o sus empresas asociadas pueden llamarle o escribirle, y usted puede decir que no en cualquier momento.",
      ],
      bar: "Registro de la abogacía",
    },
    ticket: [
      "Usted responde unas preguntas breves sobre la multa.",
      "Comparamos sus respuestas con los casos que aceptan los bufetes de ese estado.",
      "Si encontramos un bufete para su caso, puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
      "Usted decide qué hacer después. Este servicio es gratis.",
    ],
    benefits: [
      "Usted responde tres preguntas breves.",
      "Ve las páginas oficiales según sus respuestas.",
      "Ellas deciden qué puede recibir. Preguntar es gratis.",
    ],
  },
};

const en = {
  /** Above the first question, by what the survey is about. */
  firstQuestion: {
    accident: "Hurt in an accident? See if a law firm can help.",
    ticket: "Got a traffic ticket? See if a lawyer can help.",
    benefits: "See which benefits you may be able to get",
  },
  /** Above the question that a visitor lands on, where no other header is. */
  landing: {
    accident: "Ask in two minutes if a law firm can take your case. Free, and you decide.",
    dui: "Facing a DUI charge after a crash? Ask if a lawyer can help. Free, and you decide.",
    treatment: "Getting medical care after a crash? Ask if a lawyer can help. Free, and you decide.",
    ticket: "Ask in two minutes if a lawyer can help with your ticket. Free, and you decide.",
    benefits: "Three questions, then the right official sites for you. Free.",
  },
  /** Under the question whose button sends the answers, where the operator states how long a first call takes. */
  firstCall: (within: string) => `If a firm calls, it usually does within ${within}.`,
  /** Above the last question. */
  findMeALawyer: "Find me a lawyer",
  /** Above every question that has no other header. */
  matchWithLawyer: "We try to match you with a lawyer near you",
  /** The button under name and e-mail. */
  nameAndEmailCta: { v1: "Keep going", v2: "See if a lawyer can help" },
};

const es: typeof en = {
  firstQuestion: {
    accident: "¿Se lastimó en un accidente? Vea si un bufete puede ayudarle.",
    ticket: "¿Recibió una multa de tránsito? Vea si un abogado puede ayudarle.",
    benefits: "Vea qué beneficios podría recibir",
  },
  landing: {
    accident: "Pregunte en dos minutos si un abogado puede tomar su caso. Gratis, y usted decide.",
    dui: "¿Le acusan de manejar ebrio tras un choque? Pregunte si un abogado puede ayudarle. Gratis, y usted decide.",
    treatment:
      "¿Recibe atención médica tras un choque? Pregunte si un abogado puede ayudarle. Gratis, y usted decide.",
    ticket: "Pregunte en dos minutos si un abogado puede ayudarle con su multa. Gratis, y usted decide.",
    benefits: "Tres preguntas y luego los sitios oficiales que le sirven. Gratis.",
  },
  firstCall: (within) => `Si un bufete le llama, suele ser en menos de ${within}.`,
  findMeALawyer: "Quiero encontrar un abogado",
  matchWithLawyer: "Intentamos ponerle en contacto con un abogado cercano",
  nameAndEmailCta: { v1: "Seguir adelante", v2: "Ver si un abogado puede ayudarme" },
};

/** Texts that page-level flags and settings switch on (spec 4.3). None promises a lawyer. */
export const flagWords = { en, es };

type Remark = { field: AnswerField; is: string } & Record<Language, string>;

/** The next question's remark on an answer, where something helpful is true in every state. */
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

/** Notices that come with the page alone: no script has to bring them. */
export const pageNotices: Record<Language, Record<Exclude<NoticeKey, "saveFailed">, string>> = {
  en: {
    answersExpired: "Your earlier answers have expired, so we’re starting over with the first question.",
    tooManyAnswers:
      "We got too many answers in a short time. Please wait a few minutes and try again, or call us.",
    consentReworded: "The text above the button has changed. Please read it, then press the button again.",
  },
  es: {
    answersExpired:
      "Sus respuestas anteriores vencieron, así que empezamos de nuevo con la primera pregunta.",
    tooManyAnswers:
      "Recibimos demasiadas respuestas en poco tiempo. Espere unos minutos e inténtelo de nuevo, o llámenos.",
    consentReworded: "El texto arriba del botón cambió. Por favor, léalo y oprima el botón otra vez.",
  },
};

/** Above a resumed visit. */
export const resumedWords: Record<Language, { text: string; startOver: string }> = {
  en: { text: "You’re back where you left off.", startOver: "Start over" },
  es: { text: "Sigue donde se quedó.", startOver: "Empezar de nuevo" },
};

/** A survey's description for search engines: a sentence or two, at most 160 characters. */
export const surveyDescriptions: Record<Topic, Record<Language, string>> = {
  accident: {
    en: "Hurt in a car accident? Answer a few short questions and see if a law firm near you can help. Free, in about two minutes.",
    es: "¿Se lastimó en un accidente de auto? Responda unas preguntas cortas y vea si un bufete cercano puede ayudarle. Gratis, en unos dos minutos.",
  },
  ticket: {
    en: "Got a traffic ticket? Answer a few short questions and see if a law firm near you can help. Free, in about two minutes.",
    es: "¿Le pusieron una multa de tránsito? Responda unas preguntas cortas y vea si un bufete cercano puede ayudarle. Gratis, en unos dos minutos.",
  },
  benefits: {
    en: "Answer three short questions about benefits you may be able to ask for, and see where to check them. Free, in about a minute.",
    es: "Responda tres preguntas cortas sobre los beneficios que podría pedir y vea dónde consultarlos. Gratis, en un minuto.",
  },
};
