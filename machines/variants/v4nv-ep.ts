import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * v4nvEp: v4nv's straight line without a branch, for car accidents (spec 4.1). Its steps are those
 * of an injured and treated v4nv visitor without a lawyer (ruling 91).
 */
export const v4nvEp = variant({
  code: "v4nv-ep",
  entries: { "/survey/v4nv-ep": { oid: 196 } },
  accidentType: "Car Accident",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-ep",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccident" },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },
      WasUserInjured: { meta: { question: "whichInjury" }, on: { NEXT: "DidYouReceiveMedicalTreatment" } },
      DidYouReceiveMedicalTreatment: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100, overlay: true }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
