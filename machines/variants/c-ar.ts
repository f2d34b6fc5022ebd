import { survey } from "../survey.ts";
import { variant } from "../variant.ts";
import { c } from "./c.ts";

/** XState forgets what a chart's own parts were called. */
const asC = c.machine.config as Parameters<typeof survey.createMachine>[0];

/** C in Arabic, which nobody has reviewed: it is found only where DRAFT_LANGUAGES names its language. */
export const cAr = variant({
  ...c,
  code: "c-ar",
  entries: {
    "/survey/c-ar": {},
    "/survey/ar": {},
  },
  language: "ar",
  isDraft: true,
  thankYouExtras: ["lang=ar"],
  machine: survey.createMachine({ ...asC, id: "c-ar" }),
});
