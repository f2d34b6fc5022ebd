import { choiceStep, yesNoStep } from "./build.ts";

export const selectAgeGroup = choiceStep(
  "SelectAgeGroup",
  "ageGroup",
  {
    en: { heading: "How old are you?", subHeading: "We don’t pass on your answers." },
    es: { heading: "¿Cuántos años tiene?", subHeading: "No compartimos sus respuestas." },
  },
  {
    under_50: ["Under 50", "Menos de 50 años"],
    "50_to_59": ["50 to 59", "De 50 a 59 años"],
    "60_to_66": ["60 to 66", "De 60 a 66 años"],
    "67_or_older": ["67 or older", "67 años o más"],
  },
);

export const usCitizen = yesNoStep("USCitizen", "isUSCitizen", {
  en: {
    heading: "Are you a US citizen?",
    subHeading: "Some benefits depend on it. We don’t check your answer.",
  },
  es: {
    heading: "¿Tiene la ciudadanía de Estados Unidos?",
    subHeading: "Algunos beneficios dependen de esto. No verificamos su respuesta.",
  },
});

export const securedBenefits = yesNoStep("SecuredBenefits", "secured_benefits", {
  en: {
    heading: "Do you already get benefits?",
    subHeading: "For example, disability benefits from Social Security.",
  },
  es: {
    heading: "¿Ya recibe beneficios?",
    subHeading: "Por ejemplo, beneficios por incapacidad del Seguro Social.",
  },
});
