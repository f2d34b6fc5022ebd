import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLeadUnread } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant E, the short one; its progress falls from 85 to 50, as spec 4.1 lists it (ruling 10). */
export const e = variant({
  code: "e",
  entries: {
    "/survey/e": {},
    "/survey/insta": { oid: 113, affid: 252 },
  },
  distribution: true,
  machine: survey.createMachine({
    id: "e",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WereYouInAMotorVehicleAccident" },
      WereYouInAMotorVehicleAccident: {
        meta: { progress: 5 },
        on: { NEXT: "SocialDropWhenWasTheAccident" },
      },
      SocialDropWhenWasTheAccident: { meta: { progress: 8 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 10 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 85 }, on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, meta: { progress: 50, progressFalls: true }, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, meta: { progress: 95 }, onDone: "submitting" },
      submitting: { ...submitsLeadUnread, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
