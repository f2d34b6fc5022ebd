import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * SL v2: who the visitor is comes first, then one straight line. It redirects only when the post succeeds
 * (ruling 76), as all surveys here do: `submitting` waits for another press after a failed one.
 * Spec 4.1.
 */
export const slV2 = variant({
  code: "sl-v2",
  entries: {
    "/survey/sl-v2": {},
    "/survey-sl": { oid: 235 },
  },
  thankYouExtras: ["is_disqualified"],
  machine: survey.createMachine({
    id: "sl-v2",
    ...everySurvey,
    initial: "NameAndEmail",
    states: {
      NameAndEmail: {
        ...checksEmail,
        meta: { progress: 12, question: "nameAndEmailFirst" },
        onDone: "TypeOfAccident",
      },
      TypeOfAccident: { meta: { progress: 25 }, on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { meta: { progress: 36 }, on: { NEXT: "WasUserInjured" } },
      WasUserInjured: { meta: { progress: 45 }, on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { meta: { progress: 68 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 72 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 87 }, on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { progress: 95 }, on: { NEXT: "PhoneAndZip" } },

      PhoneAndZip: { ...checksPhoneAndZip, meta: { progress: 98 }, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
