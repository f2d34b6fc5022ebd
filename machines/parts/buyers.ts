import { knownFields } from "../context/known-fields.ts";
import type { FixedList } from "../rules/buyer-lists.ts";
import { survey } from "../survey.ts";
import { checksEmail, checksPhone, looksUpZip } from "./contact.ts";
import { ending } from "./v4nv.ts";

/** States of the variants whose consent names buyers; separate, so that all other pages do without them. */

/**
 * The buyers to be named in the one-to-one consent (spec 4.1, 8; rulings 94 to 99). The wait is 15 s at most. No answer
 * counts as an answer without buyers; an unreadable one ends the attempt. The names are in the log as an outcome, so
 * that the consent has those that the visitor was shown.
 */
const findsBuyers = survey.createStateConfig({
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

/** The buyers of a variant whose list is fixed, as the operator has named them (spec 9; ruling 96). */
const listsBuyers = (list: FixedList) =>
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

/**
 * The contact steps with one-to-one consent: the zip code comes first, and the last step names the buyers or, where
 * nobody can be named, is shortened (spec 4.1, 8 and 9).
 */
const namesBuyers = (settingUp: typeof findsBuyers | ReturnType<typeof listsBuyers>) =>
  survey.createStateConfig({
    states: {
      contact: { always: "ZipCode" },
      ZipCode: { ...looksUpZip, onDone: "settingUpBuyers" },
      settingUpBuyers: { ...settingUp, onDone: "NameAndEmail" },
      NameAndEmail: {
        ...checksEmail,
        onDone: [
          { guard: "buyersNamed", target: "PhoneAndBuyersConsent" },
          { target: "PhoneAbbreviatedTCPA" },
        ],
      },
      PhoneAndBuyersConsent: { ...checksPhone, onDone: "submitting" },
      PhoneAbbreviatedTCPA: { ...checksPhone, onDone: "submitting" },
      ...ending,
    },
  }).states;

export const contactWithFoundBuyers = namesBuyers(findsBuyers);
export const contactWithListedBuyers = (list: FixedList) => namesBuyers(listsBuyers(list));
