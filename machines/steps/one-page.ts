import { typeOfAccident } from "./accident-type.ts";
import { yesNoLabels, yesOrNo } from "./build.ts";
import { asking } from "./contact-fields.ts";
import { atFault } from "./fault.ts";
import { hasLawyer } from "./lawyer.ts";
import type { FieldWording, Language, Step } from "./step.ts";
import { typeOfMedicalTreatment } from "./treatment.ts";
import { autoAccidentCaseWorth } from "./worth.ts";

const contact = asking("firstName", "lastName", "email", "phone", "address", "zip_code");
const [firstName, ...otherContact] = contact.fields;

/** Labels for a question that is a step of its own elsewhere. */
const asStep = (step: Step, language: Language): FieldWording => ({
  label: step.wording[language].heading,
  options: step.wording[language].options,
});

/** The whole one-page survey (spec 5.2): nothing may stay empty. */
export const onePageSurvey: Step = {
  name: "OnePageSurvey",
  kind: "form",
  asksConsent: true,
  fields: [
    { ...yesOrNo("in_an_accident"), opens: "accident" },
    { name: "accident_type", kind: "select", options: typeOfAccident.options },
    { name: "injury_year", kind: "year" },
    { name: "at_Fault", kind: "select", options: atFault.options },
    yesOrNo("police_report"),
    { ...yesOrNo("physical_injury"), opens: "injury" },
    { name: "injury_type", kind: "select", options: typeOfMedicalTreatment.options },
    { name: "case_worth_interest", kind: "select", options: autoAccidentCaseWorth.options, opens: "case" },
    { name: "with_Lawyer", kind: "select", options: hasLawyer.options },
    { ...firstName!, opens: "contact" },
    ...otherContact,
  ],
  wording: {
    en: {
      heading: "Tell us about your accident",
      subHeading: "One page, about three minutes. Please answer every question.",
      fields: {
        in_an_accident: { label: "Were you in an accident?", options: yesNoLabels.en },
        accident_type: asStep(typeOfAccident, "en"),
        injury_year: { label: "In which year did it happen?", hint: "4 digits" },
        at_Fault: asStep(atFault, "en"),
        police_report: { label: "Was a police report filed?", options: yesNoLabels.en },
        physical_injury: { label: "Were you hurt?", options: yesNoLabels.en },
        injury_type: asStep(typeOfMedicalTreatment, "en"),
        case_worth_interest: asStep(autoAccidentCaseWorth, "en"),
        with_Lawyer: asStep(hasLawyer, "en"),
        ...contact.words.en,
      },
      groups: {
        accident: "The accident",
        injury: "Your injury",
        case: "Your case",
        contact: "How to reach you",
      },
      submit: "Send my answers",
    },
    es: {
      heading: "Cuéntenos sobre su accidente",
      subHeading: "Una sola página, unos tres minutos. Por favor, responda a todas las preguntas.",
      fields: {
        in_an_accident: { label: "¿Tuvo un accidente?", options: yesNoLabels.es },
        accident_type: asStep(typeOfAccident, "es"),
        injury_year: { label: "¿En qué año ocurrió?", hint: "4 dígitos" },
        at_Fault: asStep(atFault, "es"),
        police_report: { label: "¿La policía hizo un reporte?", options: yesNoLabels.es },
        physical_injury: { label: "¿Se lastimó?", options: yesNoLabels.es },
        injury_type: asStep(typeOfMedicalTreatment, "es"),
        case_worth_interest: asStep(autoAccidentCaseWorth, "es"),
        with_Lawyer: asStep(hasLawyer, "es"),
        ...contact.words.es,
      },
      groups: {
        accident: "El accidente",
        injury: "Su lesión",
        case: "Su caso",
        contact: "Cómo comunicarnos con usted",
      },
      submit: "Enviar mis respuestas",
    },
  },
};
