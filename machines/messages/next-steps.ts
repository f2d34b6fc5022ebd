import type { Language } from "../steps/step.ts";
import type { Topic } from "./wording.ts";

/** The panel beside the form, by what the survey is about. The page brings it along, so that no script has to. */
export const nextSteps: Record<Language, { title: string } & Record<Topic, string[]>> = {
  en: {
    title: "What happens next",
    accident: [
      "You answer a few short questions about the accident.",
      "We compare your answers with the cases that law firms near you take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    ticket: [
      "You answer a few short questions about the ticket.",
      "We compare your answers with the cases that law firms in that state take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    benefits: [
      "You answer three short questions.",
      "We don’t pass on your answers.",
      "This service is free.",
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
    ticket: [
      "Usted responde unas preguntas breves sobre la multa.",
      "Comparamos sus respuestas con los casos que aceptan los bufetes de ese estado.",
      "Si encontramos un bufete para su caso, puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
      "Usted decide qué hacer después. Este servicio es gratis.",
    ],
    benefits: [
      "Usted responde tres preguntas breves.",
      "No compartimos sus respuestas.",
      "Este servicio es gratis.",
    ],
  },
};
