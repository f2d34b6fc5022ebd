import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLeadUnread } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Linear short variant: three questions and how to reach the visitor. Spec 4.1. */
export const linearShort = variant({
  code: "linear-short",
  entries: {
    "/survey/linear-short": {},
    "/survey/ig": { affid: 107 },
  },
  machine: survey.createMachine({
    id: "linear-short",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccident" },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },
      WasUserInjured: { on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLeadUnread, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
