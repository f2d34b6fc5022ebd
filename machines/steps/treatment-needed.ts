import { yesNoStep } from "./build.ts";

export const didYouRequireMedicalTreatment = yesNoStep(
  "DidYouRequireMedicalTreatment",
  "required_medical_treatment",
  {
    en: {
      heading: "Did you need medical care after the accident?",
      subHeading: "Any visit to a doctor, hospital or chiropractor counts.",
    },
    es: {
      heading: "¿Necesitó atención médica después del accidente?",
      subHeading: "Cuenta cualquier visita a un doctor, un hospital o un quiropráctico.",
    },
  },
);

export const willYouRequireMedicalTreatment = yesNoStep(
  "WillYouRequireMedicalTreatment",
  "will_require_medical_treatment",
  {
    en: {
      heading: "Do you think you’ll need medical care later?",
      subHeading: "Some pain shows up only after a few days.",
    },
    es: {
      heading: "¿Cree que va a necesitar atención médica más adelante?",
      subHeading: "Algunos dolores aparecen después de unos días.",
    },
  },
);

export const didYouReceiveMedicalTreatment = yesNoStep("DidYouReceiveMedicalTreatment", "doctor_treatment", {
  en: {
    heading: "Have you had medical care for your injuries?",
    subHeading: "Any visit to a doctor, hospital or chiropractor counts.",
  },
  es: {
    heading: "¿Ha recibido atención médica por sus lesiones?",
    subHeading: "Cuenta cualquier visita a un doctor, un hospital o un quiropráctico.",
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
    subHeading: "A checkup soon after an accident can find injuries you don’t feel yet.",
  },
  es: {
    heading: "¿Iría a ver a un doctor por sus lesiones?",
    subHeading: "Una revisión poco después del accidente puede encontrar lesiones que todavía no siente.",
  },
});
