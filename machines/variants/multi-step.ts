import { checksEmail, looksUpZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Multi-step survey: three forms; finishing the third submits, without a phone check. Spec 4.2 and 5.3. */
export const multiStep = variant({
  code: "multi-step",
  entries: {
    "/survey/multi-step": {},
    "/g2": { oid: 101 },
    "/form": { oid: 101 },
  },
  flow: "multi-step",
  keepsQuery: true,
  thankYouExtras: ["referer"],
  machine: survey.createMachine({
    id: "multi-step",
    ...everySurvey,
    initial: "ShowQuestions",
    states: {
      ShowQuestions: { on: { NEXT: "FormFirstQuestions" } },
      FormFirstQuestions: { on: { NEXT: "FormSecondQuestions" } },
      FormSecondQuestions: { ...looksUpZip, onDone: "FormThirdQuestions" },
      FormThirdQuestions: { ...checksEmail, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
