import { createMachine } from "xstate";

export const machine = createMachine({
  id: "v4nv-1to1",
  initial: "StartPath",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    StartPath: {
      always: [
        { guard: "pathContainsSurveyV4nv", target: "WhenWasTheAccident" },
        { target: "AutoAccidentCaseWorth" },
      ],
    },
    AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccident" } },
    WhenWasTheAccident: { on: { NEXT: "AtFault" } },
    AtFault: { on: { NEXT: "WasUserInjured" } },
    WasUserInjured: {
      meta: { question: "whichInjury" },
      on: {
        NEXT: [
          { guard: "seriousRecentAndAtFault", target: "ActiveInsurancePolicy" },
          { guard: "injured", target: "DidYouReceiveMedicalTreatment" },
          { target: "PoliceReportFiled", actions: "completeTreatment" },
        ],
      },
    },
    ActiveInsurancePolicy: {
      on: {
        NEXT: [
          { guard: "activeInsurance", target: "MissedWork" },
          { target: "DidYouReceiveMedicalTreatment" },
        ],
      },
    },
    MissedWork: {
      on: {
        NEXT: [
          { guard: "missedWork", target: "SpeakingWithADoctor" },
          { target: "DidYouReceiveMedicalTreatment" },
        ],
      },
    },
    SpeakingWithADoctor: { on: { NEXT: "DidYouReceiveMedicalTreatment" } },
    DidYouReceiveMedicalTreatment: {
      on: {
        NEXT: [{ guard: "mayStillTreat", target: "WillingToTreat" }, { target: "PoliceReportFiled" }],
      },
    },
    WillingToTreat: { on: { NEXT: "PoliceReportFiled" } },
    PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
    HasLawyer: {
      on: {
        NEXT: [
          { guard: "spanishPath", target: "IncidentDescription" },
          { guard: "overTwoYears", target: "IncidentDescription" },
          { guard: "hasLawyer", target: "ConfirmationHasLawyer" },
          { target: "IncidentDescription" },
        ],
      },
    },
    ConfirmationHasLawyer: {
      on: {
        NEXT: [{ guard: "hasLawyer", target: "InterestedInFunding" }, { target: "IncidentDescription" }],
      },
    },
    InterestedInFunding: {
      on: {
        NEXT: [
          { guard: "interestedInFunding", target: "FundingAmount" },
          { target: "IncidentDescription" },
        ],
      },
    },
    FundingAmount: { on: { NEXT: "HasCaseBeenSettled" } },
    HasCaseBeenSettled: {
      on: {
        NEXT: [{ guard: "caseSettled", target: "IncidentDescription" }, { target: "HasReceivedFunding" }],
      },
    },
    HasReceivedFunding: {
      on: {
        NEXT: [{ guard: "priorFunding", target: "IncidentDescription" }, { target: "LawFirmDetails" }],
      },
    },
    LawFirmDetails: { on: { NEXT: "IncidentDescription" } },
    IncidentDescription: {
      initial: "asking",
      onDone: [{ guard: "hitAndRun", target: "HitAndRunIdentified" }, { target: "contact" }],
      states: {
        asking: { on: { NEXT: "readingDescription" } },
        readingDescription: {
          invoke: {
            id: "readDescription",
            src: "readDescription",
            onDone: { target: "accepted", actions: "storeHitAndRun" },
            onError: "accepted",
          },
        },
        accepted: { type: "final" },
      },
    },
    HitAndRunIdentified: {
      on: {
        NEXT: [
          { guard: "driverIdentified", target: "contact", actions: "noteHitAndRun" },
          { target: "UninsuredMotoristCoverage" },
        ],
      },
    },
    UninsuredMotoristCoverage: {
      on: {
        NEXT: [
          { guard: "uninsuredCovered", target: "contact", actions: "noteUninsured" },
          { target: "contact" },
        ],
      },
    },
    contact: { always: "ZipCode" },
    ZipCode: {
      initial: "asking",
      onDone: "settingUpBuyers",
      states: {
        asking: { on: { NEXT: "lookingUpZip" } },
        lookingUpZip: {
          invoke: {
            id: "lookUpZip",
            src: "lookUpZip",
            onDone: { target: "accepted", actions: "storePlace" },
            onError: { target: "accepted", actions: "leavePlaceEmpty" },
          },
        },
        accepted: { type: "final" },
      },
    },
    settingUpBuyers: {
      initial: "findingBuyers",
      onDone: "NameAndEmail",
      states: {
        findingBuyers: {
          invoke: {
            id: "findBuyers",
            src: "findBuyers",
            onDone: { target: "judging", actions: "nameSelectedBuyers" },
            onError: [
              { guard: "buyersUnreadable", target: "found", actions: "nameNoBuyers" },
              { target: "judging", actions: "noteNoAnswer" },
            ],
          },
        },
        judging: {
          always: [
            { guard: "buyersNamed", target: "found" },
            { guard: "withoutDefaultBuyers", target: "found" },
            { target: "listingDefaultBuyers" },
          ],
        },
        listingDefaultBuyers: {
          invoke: {
            id: "listBuyers",
            src: "listBuyers",
            onDone: { target: "found", actions: "nameListedBuyers({\"as\":\"default\"})" },
            onError: "found",
          },
        },
        found: { type: "final" },
      },
    },
    NameAndEmail: {
      initial: "asking",
      onDone: [
        { guard: "buyersNamed", target: "PhoneAndBuyersConsent" },
        { target: "PhoneAbbreviatedTCPA" },
      ],
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
    PhoneAndBuyersConsent: {
      initial: "asking",
      onDone: "submitting",
      states: {
        asking: { on: { NEXT: "checkingPhone" } },
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
    PhoneAbbreviatedTCPA: {
      initial: "asking",
      onDone: "submitting",
      states: {
        asking: { on: { NEXT: "checkingPhone" } },
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
