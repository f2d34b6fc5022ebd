import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** VW3 variant: its accident is always a car's; the injured are asked about treatment. Spec 4.1. */
export const vw3 = variant({
  code: "vw3",
  entries: {
    "/survey/vw3": {},
    "/survey/vw": { oid: 86 },
  },
  accidentType: "Car Accident",
  clickWindow: "offerWithLawyer",
  machine: survey.createMachine({
    id: "vw3",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccidentVW3" },
      WhenWasTheAccidentVW3: { on: { NEXT: "AtFaultVW3" } },
      AtFaultVW3: { on: { NEXT: "WasUserInjuredVW3" } },
      WasUserInjuredVW3: {
        on: {
          NEXT: [
            { guard: "notInjured", target: "PoliceReportFiledVW3" },
            { target: "TypeOfMedicalTreatmentVW3" },
          ],
        },
      },
      TypeOfMedicalTreatmentVW3: { on: { NEXT: "PoliceReportFiledVW3" } },
      PoliceReportFiledVW3: { on: { NEXT: "HasLawyerVW3" } },
      HasLawyerVW3: { on: { NEXT: "IncidentDescriptionVW3" } },
      IncidentDescriptionVW3: { on: { NEXT: "NameAndEmailVW3" } },

      NameAndEmailVW3: { ...checksEmail, onDone: "PhoneAndZipVW3" },
      PhoneAndZipVW3: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
