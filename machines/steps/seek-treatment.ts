import { choiceStep, type Labels } from "./build.ts";
import type { Step } from "./step.ts";

/**
 * Name of the step that the specification gives as {hash}: its real name was redacted there. What it
 * asks is our reading (ruling 9): it is the only place left for `when_seek_medical_treatment`.
 */
export const hashStep = "{hash}";

/** `first_week` is the specification's value; the later ones are ours. */
export const seekTreatmentLabels: Labels = {
  first_week: ["In the first week", "En la primera semana"],
  second_week: ["In the second week", "En la segunda semana"],
  first_month: ["Later in the first month", "Después, dentro del primer mes"],
  after_first_month: ["More than a month later", "Más de un mes después"],
  not_yet: ["Not yet", "Todavía no"],
};

export const whenSeekMedicalTreatment: Step = {
  ...choiceStep(
    hashStep,
    "when_seek_medical_treatment",
    {
      en: {
        heading: "When did you first get medical care?",
        subHeading: "Count from the day of the accident.",
      },
      es: {
        heading: "¿Cuándo recibió atención médica por primera vez?",
        subHeading: "Cuente desde el día del accidente.",
      },
    },
    seekTreatmentLabels,
  ),
  assumed: "Its name was redacted in the specification; the question is our reading of it.",
};
