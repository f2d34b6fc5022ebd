import { answersA } from "./answers-a.ts";

/** One good answer to every question of the one-to-one surveys, which are v4nv's but for the last. */
export const answersOneToOne: typeof answersA = {
  ...answersA,
  WasUserInjured: { option: "Whiplash" },
  DidYouReceiveMedicalTreatment: { option: "Yes" },
  ZipCode: { zip_code: "90210" },
  PhoneAndBuyersConsent: { phone: "(213) 555-0123" },
  PhoneAbbreviatedTCPA: { phone: "(213) 555-0123" },
};
