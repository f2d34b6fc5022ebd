import { atFault, typeOfAccident } from "./accident.ts";
import { yesNoLabels, yesOrNo } from "./build.ts";
import { asking } from "./contact-fields.ts";
import { hasLawyer } from "./lawyer.ts";
import { hurt, policeReport } from "./multi-step.ts";
import type { FieldWording, Language, Step } from "./step.ts";
import { typeOfMedicalTreatment } from "./treatment.ts";
import { autoAccidentCaseWorth } from "./worth.ts";

const contact = asking("firstName", "lastName", "email", "address", "zip_code", "phone");
const [firstName, ...otherContact] = contact.fields;

/** Labels for a question that is a separate step elsewhere. */
const asStep = (step: Step, language: Language, missing: string): FieldWording => ({
  label: step.wording[language].heading,
  options: step.wording[language].options,
  missing,
});

/** The whole one-page survey (spec 5.2): no question may stay empty. */
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
    {
      name: "injury_type",
      kind: "select",
      options: typeOfMedicalTreatment.options,
      onlyWhen: { field: "physical_injury", is: "Yes" },
    },
    { name: "case_worth_interest", kind: "select", options: autoAccidentCaseWorth.options, opens: "case" },
    { name: "with_Lawyer", kind: "select", options: hasLawyer.options },
    { ...firstName!, opens: "contact" },
    ...otherContact,
  ],
  wording: {
    en: {
      heading: "Tell us about your accident",
      subHeading: "Everything is on one page, and only what applies to you is asked.",
      fields: {
        in_an_accident: {
          label: "Were you in an accident?",
          options: yesNoLabels.en,
          missing: "Select yes or no: were you in an accident?",
        },
        accident_type: asStep(typeOfAccident, "en", "Select what kind of accident it was."),
        injury_year: {
          label: "What year did it happen?",
          hint: "For example: 2024",
          missing: "Enter the year of the accident.",
        },
        at_Fault: asStep(atFault, "en", "Select whether the accident was your fault."),
        police_report: policeReport.en,
        physical_injury: hurt.en,
        injury_type: asStep(typeOfMedicalTreatment, "en", "Select the medical care you have had."),
        case_worth_interest: asStep(
          autoAccidentCaseWorth,
          "en",
          "Select how important the value of your case is to you.",
        ),
        with_Lawyer: asStep(hasLawyer, "en", "Select whether you have a lawyer for this accident."),
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
      subHeading: "Todo está en una página, y solo se pregunta lo que corresponde a su caso.",
      fields: {
        in_an_accident: {
          label: "¿Tuvo un accidente?",
          options: yesNoLabels.es,
          missing: "Indique si tuvo un accidente.",
        },
        accident_type: asStep(typeOfAccident, "es", "Elija el tipo de accidente."),
        injury_year: {
          label: "¿En qué año fue?",
          hint: "Por ejemplo: 2024",
          missing: "Escriba el año del accidente.",
        },
        at_Fault: asStep(atFault, "es", "Indique si usted tuvo la culpa del accidente."),
        police_report: policeReport.es,
        physical_injury: hurt.es,
        injury_type: asStep(typeOfMedicalTreatment, "es", "Elija la atención médica que ha recibido."),
        case_worth_interest: asStep(
          autoAccidentCaseWorth,
          "es",
          "Elija una respuesta: ¿le importa saber cuánto podría valer su caso?",
        ),
        with_Lawyer: asStep(hasLawyer, "es", "Indique si tiene abogado para este accidente."),
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
