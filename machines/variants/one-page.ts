import { checksOnePage } from "../parts/one-page.ts";
import { submitsLeadUnread } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * One-page survey: everything is asked and judged at once; a disqualified visitor is told so on the page, and the lead
 * is still posted (ruling 16). Spec 4.2 and 5.2.
 */
export const onePage = variant({
  code: "one-page",
  entries: {
    "/survey/one-page": {},
    "/survey/v5": {},
  },
  flow: "one-page",
  keepsQuery: true,
  machine: survey.createMachine({
    id: "one-page",
    ...everySurvey,
    initial: "OnePageSurvey",
    states: {
      OnePageSurvey: { ...checksOnePage, onDone: "submitting" },
      submitting: {
        ...submitsLeadUnread,
        meta: { progress: 100 },
        onDone: [{ guard: "disqualified", target: "Disqualified" }, { target: "thankYou" }],
      },
      Disqualified: { type: "final", meta: { progress: 100 } },
      thankYou: { type: "final" },
    },
  }),
});
