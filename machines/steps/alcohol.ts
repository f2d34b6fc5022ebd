import { choiceStep, recording, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

export const pendingDUICharges = yesNoStep("PendingDUICharges", "pending_dui_charges", {
  en: {
    heading: "Are you facing DUI charges?",
    subHeading: "DUI means driving under the influence of alcohol or drugs.",
  },
  es: {
    heading: "¿Tiene cargos pendientes por DUI?",
    subHeading: "DUI significa manejar bajo la influencia del alcohol o de drogas.",
  },
});

/** Without a test there is no level to ask for (spec 4.1). */
const untested = (value: string): Option => ({
  value,
  records: { type_of_alcohol_test_performed: value, bac_level: "dont_know" },
});

export const typeOfAlcoholTestPerformed = choiceStep(
  "TypeOfAlcoholTestPerformed",
  [
    ...recording("type_of_alcohol_test_performed", ["breath_test", "blood_test", "urine_test"]),
    untested("no_test"),
    untested("refused_test"),
  ],
  {
    en: {
      heading: "Which alcohol test did you take?",
      subHeading: "If you took more than one, choose the last one.",
    },
    es: {
      heading: "¿Qué prueba de alcohol le hicieron?",
      subHeading: "Si le hicieron más de una, elija la última.",
    },
  },
  {
    breath_test: ["Breath test", "Prueba de aliento"],
    blood_test: ["Blood test", "Prueba de sangre"],
    urine_test: ["Urine test", "Prueba de orina"],
    no_test: ["I wasn’t tested", "No me hicieron ninguna"],
    refused_test: ["I refused the test", "Me negué a hacerla"],
  },
);

export const bacMeasuredByTest = choiceStep(
  "BACMeasuredByTest",
  "bac_level",
  {
    en: {
      heading: "What alcohol level did the test show?",
      subHeading: "The report calls it BAC.",
    },
    es: {
      heading: "¿Qué nivel de alcohol dio la prueba?",
      subHeading: "En el reporte aparece como BAC.",
    },
  },
  {
    under_0_08: ["Under 0.08", "Menos de 0.08"],
    "0_08_to_0_15": ["0.08 to 0.15", "De 0.08 a 0.15"],
    over_0_15: ["Over 0.15", "Más de 0.15"],
    dont_know: ["I don’t know", "No lo sé"],
  },
);

export const userHasDUI = yesNoStep("UserHasDUI", "prior_alcohol_related_offense", {
  en: {
    heading: "Have you had a DUI before this one?",
    subHeading: "Any earlier offense involving alcohol counts.",
  },
  es: {
    heading: "¿Tuvo otro DUI antes de este?",
    subHeading: "Cuenta cualquier infracción anterior relacionada con el alcohol.",
  },
});
