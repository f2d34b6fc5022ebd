import { labelsIn, recording, yesNoLabels, yesOrNo } from "./build.ts";
import { asking } from "./contact-fields.ts";
import { seekTreatmentLabels } from "./seek-treatment.ts";
import type { FieldWording, Language, Step } from "./step.ts";

/** Yes or no within a form: was a police report filed, and was the visitor hurt. */
export const policeReport: Record<Language, FieldWording> = {
  en: {
    label: "Was a police report filed?",
    options: yesNoLabels.en,
    missing: "Select yes or no: was a police report filed?",
  },
  es: {
    label: "¿La policía hizo un reporte?",
    options: yesNoLabels.es,
    missing: "Indique si la policía hizo un reporte.",
  },
};
export const hurt: Record<Language, FieldWording> = {
  en: { label: "Were you hurt?", options: yesNoLabels.en, missing: "Select yes or no: were you hurt?" },
  es: { label: "¿Se lastimó?", options: yesNoLabels.es, missing: "Indique si se lastimó." },
};

/** The first two forms of the multi-step survey (spec 5.3). */

export const formFirstQuestions: Step = {
  name: "FormFirstQuestions",
  kind: "form",
  fields: [yesOrNo("physical_injury"), yesOrNo("police_report")],
  wording: {
    en: {
      heading: "First, the basics",
      fields: { physical_injury: hurt.en, police_report: policeReport.en },
      submit: "Continue",
    },
    es: {
      heading: "Primero, lo básico",
      fields: { physical_injury: hurt.es, police_report: policeReport.es },
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
      heading: "What happened, and when",
      fields: {
        injury_month: {
          label: "Month it happened",
          hint: "From 1 to 12",
          missing: "Enter the month of the accident.",
        },
        injury_year: {
          label: "Year it happened",
          hint: "For example: 2024",
          missing: "Enter the year of the accident.",
        },
        ...zip.words.en,
        doctor_treatment: {
          label: "Have you had medical care?",
          options: yesNoLabels.en,
          missing: "Select yes or no: have you had medical care?",
        },
        when_seek_medical_treatment: {
          label: "When did you first get medical care?",
          options: labelsIn("en", seekTreatmentLabels),
          missing: "Select when you first got medical care.",
        },
        case_description: {
          label: "What happened?",
          hint: "One or two sentences are enough.",
          missing: "Tell us what happened, in your own words.",
          called: "your description",
        },
      },
      submit: "Continue",
    },
    es: {
      heading: "Qué pasó y cuándo",
      fields: {
        injury_month: {
          label: "Mes del accidente",
          hint: "Del 1 al 12",
          missing: "Escriba el mes del accidente.",
        },
        injury_year: {
          label: "Año del accidente",
          hint: "Por ejemplo: 2024",
          missing: "Escriba el año del accidente.",
        },
        ...zip.words.es,
        doctor_treatment: {
          label: "¿Ha recibido atención médica?",
          options: yesNoLabels.es,
          missing: "Indique si ha recibido atención médica.",
        },
        when_seek_medical_treatment: {
          label: "¿Cuándo recibió atención médica por primera vez?",
          options: labelsIn("es", seekTreatmentLabels),
          missing: "Elija cuándo recibió atención médica por primera vez.",
        },
        case_description: {
          label: "¿Qué pasó?",
          hint: "Con una o dos frases basta.",
          missing: "Cuéntenos qué pasó, con sus propias palabras.",
          called: "su descripción",
        },
      },
      submit: "Continuar",
    },
  },
};
