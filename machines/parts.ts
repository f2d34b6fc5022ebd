import { survey } from "./survey.ts";

/**
 * States that variants share whole. Each ends in a final state, so the variant alone says where to go.
 * What a failing service means is decided here and nowhere else (specification 8): e-mail and phone
 * checks fail open, an unknown zip leaves the place empty, a silent gibberish service gives no answer.
 */

/** A step whose e-mail address is checked: a bad one is asked for again (specification 5.7). */
export const checksEmail = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "checkingEmail" } },
    checkingEmail: {
      invoke: {
        id: "checkEmail",
        src: "checkEmail",
        input: ({ context }) => ({ email: context.answers.email ?? "" }),
        onDone: [
          { guard: "emailIsBad", target: "asking", actions: "refuseEmail" },
          { target: "accepted", actions: "acceptEmail" },
        ],
        onError: { target: "accepted", actions: "acceptEmailUnchecked" },
      },
    },
    accepted: { type: "final" },
  },
});

/** A step whose zip code is looked up and whose phone number is checked (specification 5.6, 7). */
export const checksPhoneAndZip = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "lookingUpZip" } },
    lookingUpZip: {
      invoke: {
        id: "lookUpZip",
        src: "lookUpZip",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: { target: "checkingPhone", actions: "storePlace" },
        onError: { target: "checkingPhone", actions: "leavePlaceEmpty" },
      },
    },
    checkingPhone: {
      invoke: {
        id: "checkPhone",
        src: "checkPhone",
        input: ({ context }) => ({ phone: context.answers.phone ?? "" }),
        onDone: [
          { guard: "phoneIsBad", target: "asking", actions: "refusePhone" },
          { target: "accepted", actions: "acceptPhone" },
        ],
        onError: { target: "accepted", actions: "acceptPhoneUnchecked" },
      },
    },
    accepted: { type: "final" },
  },
});

/**
 * The description is judged, the lead announced (both may fail unseen), then the lead is posted
 * (specification 4.3). Until our own store has it the visitor is not told so: a post that fails
 * waits in `unsent` for another press of the button.
 */
export const submitsLead = survey.createStateConfig({
  initial: "checkingGibberish",
  states: {
    checkingGibberish: {
      invoke: {
        id: "checkGibberish",
        src: "checkGibberish",
        input: ({ context }) => ({ text: context.answers.case_description ?? "" }),
        onDone: { target: "exchangingLeadData", actions: "storeGibberish" },
        onError: { target: "exchangingLeadData", actions: "leaveGibberishUnanswered" },
      },
    },
    exchangingLeadData: {
      invoke: {
        id: "exchangeLeadData",
        src: "exchangeLeadData",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: "posting",
        onError: "posting",
      },
    },
    posting: {
      invoke: {
        id: "postLead",
        src: "postLead",
        input: () => ({}),
        onDone: "posted",
        onError: "unsent",
      },
    },
    unsent: { on: { NEXT: "posting" } },
    posted: { type: "final" },
  },
});
