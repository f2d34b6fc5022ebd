import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * DUI variant: visitors at fault with charges pending are asked about alcohol, and their disqualification is lifted;
 * all others take the short ordinary way. Spec 4.1.
 */
export const dui = variant({
  code: "dui",
  entries: { "/survey/dui": {} },
  about: "dui",
  earlyTreatment: "exactly",
  clickWindow: "withoutPriorOffense",
  machine: survey.createMachine({
    id: "dui",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "NameAndEmail" },
      NameAndEmail: {
        ...checksEmail,
        meta: { question: "nameAndEmailFirst" },
        onDone: "AutoAccidentCaseWorth",
      },
      AutoAccidentCaseWorth: { meta: { question: "worthOrCost" }, on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: {
        on: { NEXT: [{ guard: "atFault", target: "PendingDUICharges" }, { target: "WasUserInjured" }] },
      },
      PendingDUICharges: {
        on: {
          NEXT: [
            { guard: "pendingDuiCharges", target: "TypeOfAlcoholTestPerformed", actions: "enterDuiFlow" },
            { target: "WasUserInjured" },
          ],
        },
      },

      // Without a test, the answer itself records that the level is unknown.
      TypeOfAlcoholTestPerformed: {
        on: { NEXT: [{ guard: "noAlcoholTest", target: "UserHasDUI" }, { target: "BACMeasuredByTest" }] },
      },
      BACMeasuredByTest: { on: { NEXT: "UserHasDUI" } },
      UserHasDUI: { on: { NEXT: "DUIIncidentDescription" } },
      DUIIncidentDescription: { on: { NEXT: { target: "PhoneAndZip", actions: "clearDisqualification" } } },

      WasUserInjured: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { on: { NEXT: "PhoneAndZip" } },

      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
