import { recording } from "./build.ts";
import { hashStep } from "./hash-step.ts";
import type { Step } from "./step.ts";

export { hashStep } from "./hash-step.ts";

/** `first_week` is the specification's value; the later ones are ours. */
export const seekTreatmentOptions = recording("when_seek_medical_treatment", [
  "first_week",
  "second_week",
  "first_month",
  "after_first_month",
  "not_yet",
]);

export const seekTreatmentLabels = {
  en: {
    first_week: "In the first week",
    second_week: "In the second week",
    first_month: "Later in the first month",
    after_first_month: "More than a month later",
    not_yet: "Not yet",
  },
  es: {
    first_week: "En la primera semana",
    second_week: "En la segunda semana",
    first_month: "Después, dentro del primer mes",
    after_first_month: "Más de un mes después",
    not_yet: "Todavía no",
  },
};

export const whenSeekMedicalTreatment: Step = {
  name: hashStep,
  kind: "choice",
  assumed: "Its name was redacted in the specification; the question is our reading of it.",
  options: seekTreatmentOptions,
  wording: {
    en: {
      heading: "When did you first get medical care?",
      subHeading: "Count from the day of the accident.",
      options: seekTreatmentLabels.en,
    },
    es: {
      heading: "¿Cuándo recibió atención médica por primera vez?",
      subHeading: "Cuente desde el día del accidente.",
      options: seekTreatmentLabels.es,
    },
  },
};
