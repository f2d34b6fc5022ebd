import { survey } from "../survey.ts";

/**
 * The one page (spec 5.2): every check is made before any of them asks again; the place has to be known in full and the
 * phone number active.
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
