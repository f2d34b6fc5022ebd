import { survey } from "../survey.ts";
import { checksEmail, checksPhoneAndZip } from "./contact.ts";
import { submitsLeadUnread } from "./submitting.ts";

/**
 * Both copies of the medical-treatment variant, word for word (spec 4.1; rulings 74 and 75). The overlay covers the
 * submission and stays behind ThankYouStep until that is left.
 */
export const medicalTreatmentStates = survey.createStateConfig({
  states: {
    StartPath: { always: "WhenWasTheAccident" },
    WhenWasTheAccident: { on: { NEXT: "AtFault" } },
    AtFault: { on: { NEXT: "HasLawyer" } },
    HasLawyer: { on: { NEXT: "DidYouReceiveMedicalTreatment" } },
    DidYouReceiveMedicalTreatment: { on: { NEXT: "NameAndEmail" } },

    NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
    PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
    submitting: { ...submitsLeadUnread, meta: { progress: 100, overlay: true }, onDone: "ThankYouStep" },
    ThankYouStep: { meta: { progress: 100, overlay: true }, on: { NEXT: "thankYou" } },
    thankYou: { type: "final" },
  },
}).states;
