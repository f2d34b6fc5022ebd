import { atFault, typeOfAccident } from "./accident.ts";
import { yesOrNo } from "./build.ts";
import { contactFields } from "./contact-fields.ts";
import { hasLawyer } from "./lawyer.ts";
import type { Step } from "./step.ts";
import { typeOfMedicalTreatment } from "./treatment.ts";
import { autoAccidentCaseWorth } from "./worth.ts";

const { firstName, lastName, email, address, zip_code, phone } = contactFields;

/** The whole one-page survey (spec 5.2): no question may stay empty. */
export const onePageSurvey: Step = {
  name: "OnePageSurvey",
  words: ["OnePageSurvey"],
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
    { ...firstName, opens: "contact" },
    lastName,
    email,
    address,
    zip_code,
    phone,
  ],
};
