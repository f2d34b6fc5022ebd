import { knownFields } from "./lead/known-fields.ts";
import type { FixedList } from "./rules/buyer-lists.ts";
import { survey } from "./survey.ts";

/**
 * States that variants share whole: steps whose answers a service checks. Each ends in a final state, so
 * the variant alone says where to go. What a failing service means is decided here and nowhere else
 * (specification 8): e-mail and phone checks fail open, an unknown zip leaves the place empty.
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

/** A step whose zip code is looked up (specification 7). */
export const looksUpZip = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "lookingUpZip" } },
    lookingUpZip: {
      invoke: {
        id: "lookUpZip",
        src: "lookUpZip",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: { target: "accepted", actions: "storePlace" },
        onError: { target: "accepted", actions: "leavePlaceEmpty" },
      },
    },
    accepted: { type: "final" },
  },
});

/** A step whose phone number is checked (specification 5.6). */
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
    checkingPhone: checksPhone.states.checkingPhone,
    accepted: { type: "final" },
  },
});

/** The combined last step: e-mail, zip code and phone number, one after the other. */
export const checksAllPii = survey.createStateConfig({
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
          { target: "lookingUpZip", actions: "acceptEmail" },
        ],
        onError: { target: "lookingUpZip", actions: "acceptEmailUnchecked" },
      },
    },
    lookingUpZip: checksPhoneAndZip.states.lookingUpZip,
    checkingPhone: checksPhone.states.checkingPhone,
    accepted: { type: "final" },
  },
});

/**
 * The one page (specification 5.2): every check is made before any of them asks again, the place has to
 * be known in full and the phone number active.
 */
export const checksOnePage = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "checkingEmail" } },
    checkingEmail: {
      invoke: {
        id: "checkEmail",
        src: "checkEmail",
        input: ({ context }) => ({ email: context.answers.email ?? "" }),
        onDone: [
          { guard: "emailIsBad", target: "lookingUpZip", actions: "refuseEmail" },
          { target: "lookingUpZip", actions: "acceptEmail" },
        ],
        onError: { target: "lookingUpZip", actions: "acceptEmailUnchecked" },
      },
    },
    lookingUpZip: {
      invoke: {
        id: "lookUpZip",
        src: "lookUpZip",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: [
          { guard: "placeIsIncomplete", target: "checkingPhone", actions: "refuseZip" },
          { target: "checkingPhone", actions: "storePlace" },
        ],
        onError: { target: "checkingPhone", actions: "refuseZip" },
      },
    },
    checkingPhone: {
      invoke: {
        id: "checkPhone",
        src: "checkPhone",
        input: ({ context }) => ({ phone: context.answers.phone ?? "" }),
        onDone: [
          { guard: "phoneIsBadOrInactive", target: "judging", actions: "refusePhone" },
          { target: "judging", actions: "acceptPhone" },
        ],
        onError: { target: "judging", actions: "acceptPhoneUnchecked" },
      },
    },
    judging: { always: [{ guard: "hasErrors", target: "asking" }, { target: "accepted" }] },
    accepted: { type: "final" },
  },
});

/**
 * A description that is read for a hit and run (specification 4.1; decision 84). The phrases stay on the
 * server; when nobody can read them, nothing more is asked.
 */
export const readsDescription = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "readingDescription" } },
    readingDescription: {
      invoke: {
        id: "readDescription",
        src: "readDescription",
        input: ({ context }) => ({ text: context.answers.case_description ?? "" }),
        onDone: { target: "accepted", actions: "storeHitAndRun" },
        onError: "accepted",
      },
    },
    accepted: { type: "final" },
  },
});

/**
 * The buyers to be named in the one-to-one consent (specification 4.1, 8; decisions 94 to 99). The wait is
 * 15 s at most. No answer is an answer without buyers; one that cannot be read ends the attempt. Whoever is named
 * stands in the log as an outcome, so that the consent names whom the visitor was shown.
 */
export const findsBuyers = survey.createStateConfig({
  initial: "findingBuyers",
  states: {
    findingBuyers: {
      invoke: {
        id: "findBuyers",
        src: "findBuyers",
        input: ({ context }) => ({ fields: knownFields(context) }),
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
        input: () => ({ list: "default" as const }),
        onDone: { target: "found", actions: { type: "nameListedBuyers", params: { as: "default" } } },
        onError: "found",
      },
    },
    found: { type: "final" },
  },
});

/** The buyers of a variant whose list is fixed, as the operator has named them (specification 9; decision 96). */
export const listsBuyers = (list: FixedList) =>
  survey.createStateConfig({
    initial: "listingBuyers",
    states: {
      listingBuyers: {
        invoke: {
          id: "listBuyers",
          src: "listBuyers",
          input: () => ({ list }),
          onDone: { target: "found", actions: { type: "nameListedBuyers", params: { as: "fixed" } } },
          onError: { target: "found", actions: "nameNoBuyers" },
        },
      },
      found: { type: "final" },
    },
  });
