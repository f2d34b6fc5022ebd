import { labelsIn, recording, yesNoLabels, yesOrNo } from "./build.ts";
import { asking } from "./contact-fields.ts";
import { seekTreatmentLabels } from "./seek-treatment.ts";
import type { Step } from "./step.ts";

/** The first two forms of the multi-step survey (spec 5.3). */

export const formFirstQuestions: Step = {
  name: "FormFirstQuestions",
  kind: "form",
  fields: [yesOrNo("physical_injury"), yesOrNo("police_report")],
  wording: {
    en: {
      heading: "First, the accident",
      fields: {
        physical_injury: { label: "Were you hurt?", options: yesNoLabels.en },
        police_report: { label: "Was a police report filed?", options: yesNoLabels.en },
      },
      submit: "Continue",
    },
    es: {
      heading: "Primero, el accidente",
      fields: {
        physical_injury: { label: "¿Se lastimó?", options: yesNoLabels.es },
        police_report: { label: "¿La policía hizo un reporte?", options: yesNoLabels.es },
      },
      submit: "Continuar",
    },
  },
};

const zip = asking("zip_code");
const sought = Object.keys(seekTreatmentLabels).filter((value) => value !== "not_yet");

export const formSecondQuestions: Step = {
  name: "FormSecondQuestions",
  kind: "form",
  fields: [
    { name: "injury_month", kind: "month" },
    { name: "injury_year", kind: "year" },
    ...zip.fields,
    yesOrNo("doctor_treatment"),
    {
      name: "when_seek_medical_treatment",
      kind: "select",
      options: recording("when_seek_medical_treatment", sought),
      onlyWhen: { field: "doctor_treatment", is: "Yes" },
    },
    { name: "case_description", kind: "description" },
  ],
  wording: {
    en: {
      heading: "When, where and how",
      fields: {
        injury_month: { label: "Month of the accident", hint: "A number from 1 to 12" },
        injury_year: { label: "Year of the accident", hint: "4 digits" },
        ...zip.words.en,
        doctor_treatment: { label: "Have you had medical care?", options: yesNoLabels.en },
        when_seek_medical_treatment: {
          label: "If yes, when did you first get it?",
          hint: "Skip this if you have had no medical care.",
          options: labelsIn("en", seekTreatmentLabels),
        },
        case_description: { label: "What happened?", hint: "At least 20 characters, in your own words." },
      },
      submit: "Continue",
    },
    es: {
      heading: "Cuándo, dónde y cómo",
      fields: {
        injury_month: { label: "Mes del accidente", hint: "Un número del 1 al 12" },
        injury_year: { label: "Año del accidente", hint: "4 dígitos" },
        ...zip.words.es,
        doctor_treatment: { label: "¿Ha recibido atención médica?", options: yesNoLabels.es },
        when_seek_medical_treatment: {
          label: "Si la recibió, ¿cuándo fue la primera vez?",
          hint: "Si no ha recibido atención médica, no responda esta pregunta.",
          options: labelsIn("es", seekTreatmentLabels),
        },
        case_description: { label: "¿Qué pasó?", hint: "Al menos 20 caracteres, con sus propias palabras." },
      },
      submit: "Continuar",
    },
  },
};
