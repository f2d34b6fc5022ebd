import { survey } from "../survey.ts";

/**
 * Shared states of variants: steps whose answers a service checks. Each ends in a final state, so that only the variant
 * decides what follows. What a failing service means is decided here only (spec 8): e-mail and phone checks fail open,
 * an unknown zip is asked about once, then leaves the place empty (ruling 236).
 */

/** A step whose e-mail address is checked: a bad one is asked for again (spec 5.7). */
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

/** A step whose zip code is looked up (spec 7; ruling 236). */
export const looksUpZip = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "lookingUpZip" } },
    lookingUpZip: {
      invoke: {
        id: "lookUpZip",
        src: "lookUpZip",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: [
          { guard: "noSuchZip", target: "asking", actions: "askAboutZip" },
          { target: "accepted", actions: "storePlace" },
        ],
        onError: { target: "accepted", actions: "leavePlaceEmpty" },
      },
    },
    accepted: { type: "final" },
  },
});

/** A step whose phone number is checked (spec 5.6). */
export const checksPhone = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "checkingPhone" } },
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

/** A step whose zip code is looked up and whose phone number is checked (spec 5.6, 7). */
export const checksPhoneAndZip = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "lookingUpZip" } },
    lookingUpZip: {
      invoke: {
        id: "lookUpZip",
        src: "lookUpZip",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: [
          { guard: "noSuchZip", target: "asking", actions: "askAboutZip" },
          { target: "checkingPhone", actions: "storePlace" },
        ],
        onError: { target: "checkingPhone", actions: "leavePlaceEmpty" },
      },
    },
    checkingPhone: checksPhone.states.checkingPhone,
    accepted: { type: "final" },
  },
});
