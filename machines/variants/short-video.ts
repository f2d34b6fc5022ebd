import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Short-video variant: one straight line. Spec 4.1. */
export const shortVideo = variant({
  code: "short-video",
  entries: {
    "/survey/short-video": {},
    "/survey/tt": { oid: 80, affid: 252 },
  },
  machine: survey.createMachine({
    id: "short-video",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "AutoAccidentCaseWorth" },
      AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccidentTikTok" } },
      WhenWasTheAccidentTikTok: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },
      WasUserInjured: { on: { NEXT: "PoliceReportFiledTikTok" } },
      PoliceReportFiledTikTok: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescriptionTikTok" } },
      IncidentDescriptionTikTok: { on: { NEXT: "NameAndEmailTikTok" } },

      NameAndEmailTikTok: { ...checksEmail, onDone: "PhoneAndZipTikTok" },
      PhoneAndZipTikTok: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
