import { createMachine } from "xstate";

export const machine = createMachine({
  id: "f",
  initial: "StartPath",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    StartPath: { always: "WereYouInAMotorVehicleAccident" },
    WereYouInAMotorVehicleAccident: { meta: { progress: 10 }, on: { NEXT: "SocialDropWhenWasTheAccident" } },
    SocialDropWhenWasTheAccident: { meta: { progress: 16 }, on: { NEXT: "DidYouRequireMedicalTreatment" } },
    DidYouRequireMedicalTreatment: {
      meta: { progress: 20 },
      on: {
        NEXT: [
          { guard: "noTreatmentRequired", target: "WillYouRequireMedicalTreatment" },
          { target: "{hash}" },
        ],
      },
    },
    WillYouRequireMedicalTreatment: { meta: { progress: 25 }, on: { NEXT: "AtFault" } },
    "{hash}": { meta: { progress: 25 }, on: { NEXT: "AtFault" } },
    AtFault: { meta: { progress: 40 }, on: { NEXT: "HasLawyer" } },
    HasLawyer: { meta: { progress: 60 }, on: { NEXT: "IncidentDescription" } },
    IncidentDescription: { meta: { progress: 85 }, on: { NEXT: "NameAndEmail" } },
    NameAndEmail: {
      initial: "asking",
      meta: { progress: 90 },
      onDone: "PhoneAndZip",
      states: {
        asking: { on: { NEXT: "checkingEmail" } },
        checkingEmail: {
          invoke: {
            id: "checkEmail",
            src: "checkEmail",
            onDone: [
              { guard: "emailIsBad", target: "asking", actions: "refuseEmail" },
              { target: "accepted", actions: "acceptEmail" },
            ],
            onError: { target: "accepted", actions: "acceptEmailUnchecked" },
          },
        },
        accepted: { type: "final" },
      },
    },
    PhoneAndZip: {
      initial: "asking",
      meta: { progress: 95 },
      onDone: "submitting",
      states: {
        asking: { on: { NEXT: "lookingUpZip" } },
        lookingUpZip: {
          invoke: {
            id: "lookUpZip",
            src: "lookUpZip",
            onDone: { target: "checkingPhone", actions: "storePlace" },
            onError: { target: "checkingPhone", actions: "leavePlaceEmpty" },
          },
        },
        checkingPhone: {
          invoke: {
            id: "checkPhone",
            src: "checkPhone",
            onDone: [
              { guard: "phoneIsBad", target: "asking", actions: "refusePhone" },
              { target: "accepted", actions: "acceptPhone" },
            ],
            onError: { target: "accepted", actions: "acceptPhoneUnchecked" },
          },
        },
        accepted: { type: "final" },
      },
    },
    submitting: {
      initial: "checkingGibberish",
      meta: { progress: 100, overlay: true },
      onDone: "thankYou",
      states: {
        checkingGibberish: {
          invoke: {
            id: "checkGibberish",
            src: "checkGibberish",
            onDone: { target: "exchangingLeadData", actions: "storeGibberish" },
            onError: { target: "exchangingLeadData", actions: "leaveGibberishUnanswered" },
          },
        },
        exchangingLeadData: {
          entry: "openClickWindow",
          invoke: { id: "exchangeLeadData", src: "exchangeLeadData", onDone: "posting", onError: "posting" },
        },
        posting: { invoke: { id: "postLead", src: "postLead", onDone: "posted", onError: "unsent" } },
        unsent: { on: { NEXT: "posting" } },
        posted: { type: "final", entry: "countLead" },
      },
    },
    thankYou: { type: "final" },
  },
});
