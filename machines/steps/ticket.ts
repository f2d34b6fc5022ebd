import { statutes } from "../rules/statutes.ts";
import { choiceStep, dateBoxes, reworded, yesNoStep } from "./build.ts";
import { nameAndEmail } from "./contact.ts";
import { stateNamesEs } from "./state-names.es.ts";
import type { Step } from "./step.ts";

export const startTicketFlow: Step = {
  name: "StartTicketFlow",
  kind: "info",
  wording: {
    en: {
      heading: "See if a lawyer can help with your ticket",
      subHeading: "Answer a few short questions. It’s free, and you decide what comes next.",
      submit: "Start",
    },
    es: {
      heading: "Vea si un abogado puede ayudarle con su multa",
      subHeading: "Responda unas preguntas breves. Es gratis, y usted decide qué hacer después.",
      submit: "Empezar",
    },
  },
};

export const ticketReceived = yesNoStep("TicketReceived", "ticket_received", {
  en: { heading: "Do you have the ticket yet?", subHeading: "On paper, by mail or by email." },
  es: { heading: "¿Ya recibió la multa?", subHeading: "En papel, por correo o por correo electrónico." },
});

/** A press each, as every other answer is. */
export const selectState = choiceStep(
  "SelectState",
  "ticket_state",
  {
    en: { heading: "Which state issued the ticket?" },
    es: { heading: "¿En qué estado le pusieron la multa?" },
  },
  Object.fromEntries(statutes.map(({ code, name }) => [code, [name, stateNamesEs[code] ?? name] as const])),
);

export const selectDate: Step = {
  name: "SelectDate",
  kind: "date",
  fields: [{ name: "ticket_date", kind: "date" }],
  wording: {
    en: {
      heading: "When did you get the ticket?",
      fields: {
        ticket_date: {
          label: "Date of the ticket",
          hint: "As on the ticket, for example 3 27 2024",
          boxes: dateBoxes.en,
          missing: "Enter the date of the ticket.",
        },
      },
      submit: "Continue",
    },
    es: {
      heading: "¿Cuándo le pusieron la multa?",
      fields: {
        ticket_date: {
          label: "Fecha de la multa",
          hint: "Como está en la multa, por ejemplo 3 27 2024",
          boxes: dateBoxes.es,
          missing: "Escriba la fecha de la multa.",
        },
      },
      submit: "Continuar",
    },
  },
};

export const nameAndEmailTicket = reworded(nameAndEmail, {
  en: { subHeading: "Almost done. There is just one more step after this." },
  es: { subHeading: "Ya casi termina. Después queda un solo paso." },
});
