import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLeadUnread } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * v4G: one straight line without a description. What is before AtFault and after NameAndEmail is our
 * reading of spec 4.1 (ruling 90).
 */
export const v4g = variant({
  code: "v4g",
  entries: { "/survey/v4g": {} },
  landingPart: "surveyv4g",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4g",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccident" },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "AccidentResultInMedicalTreatment" } },
      AccidentResultInMedicalTreatment: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLeadUnread, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
