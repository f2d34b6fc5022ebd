import { variant } from "../variant.ts";
import { c } from "./c.ts";

/** C in Arabic, which nobody has reviewed: it is found only where DRAFT_LANGUAGES names its language. */
export const cAr = variant({
  ...c,
  code: "c-ar",
  entries: { "/survey/ar": {} },
  language: "ar",
  isDraft: true,
  thankYouExtras: ["lang=ar"],
});
