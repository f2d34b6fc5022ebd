import { choiceStep, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

const treated = (value: string): Option => ({
  value,
  records: { doctor_treatment: "Yes", injury_type: value },
});

export const typeOfMedicalTreatment = choiceStep(
  "TypeOfMedicalTreatment",
  [
    treated("Hospital"),
    treated("Doctor"),
    treated("Chiropractor"),
    { value: "None", records: { doctor_treatment: "No", injury_type: "None" } },
  ],
  {
    en: {
      heading: "What medical care have you had?",
      subHeading: "Choose where you went first.",
    },
    es: {
      heading: "¿Qué atención médica ha recibido?",
      subHeading: "Si recibió más de una, elija la primera.",
    },
  },
  {
    Hospital: ["Hospital or emergency room", "Hospital o sala de emergencias"],
    Doctor: ["Doctor or clinic", "Doctor o clínica"],
    Chiropractor: ["Chiropractor", "Quiropráctico"],
    None: ["None so far", "Ninguna hasta ahora"],
  },
);

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
