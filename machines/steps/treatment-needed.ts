import { yesNoStep } from "./build.ts";

export const didYouRequireMedicalTreatment = yesNoStep(
  "DidYouRequireMedicalTreatment",
  "required_medical_treatment",
  {
    en: {
      heading: "Did you need medical care after the accident?",
      subHeading: "A doctor, a hospital, a chiropractor: any of them counts.",
    },
    es: {
      heading: "¿Necesitó atención médica después del accidente?",
      subHeading: "Un doctor, un hospital, un quiropráctico: todo cuenta.",
    },
  },
);

export const willYouRequireMedicalTreatment = yesNoStep(
  "WillYouRequireMedicalTreatment",
  "will_require_medical_treatment",
  {
    en: {
      heading: "Do you think you will still need medical care?",
      subHeading: "Some pain starts only after a few days.",
    },
    es: {
      heading: "¿Cree que todavía va a necesitar atención médica?",
      subHeading: "Algunos dolores aparecen después de unos días.",
    },
  },
);

export const didYouReceiveMedicalTreatment = yesNoStep("DidYouReceiveMedicalTreatment", "doctor_treatment", {
  en: {
    heading: "Have you had medical care for your injuries?",
    subHeading: "A doctor, a hospital, a chiropractor: any of them counts.",
  },
  es: {
    heading: "¿Ha recibido atención médica por sus lesiones?",
    subHeading: "Un doctor, un hospital, un quiropráctico: todo cuenta.",
  },
});

export const accidentResultInMedicalTreatment = yesNoStep(
  "AccidentResultInMedicalTreatment",
  "doctor_treatment",
  {
    en: { heading: "Did you get medical care because of the accident?" },
    es: { heading: "¿Recibió atención médica a causa del accidente?" },
  },
);

export const willingToTreat = yesNoStep("WillingToTreat", "willing_to_treat", {
  en: {
    heading: "Would you see a doctor about your injuries?",
    subHeading: "A check-up soon after an accident can find what you do not feel yet.",
  },
  es: {
    heading: "¿Iría a ver a un doctor por sus lesiones?",
    subHeading: "Una revisión poco después del accidente puede encontrar lo que todavía no siente.",
  },
});
