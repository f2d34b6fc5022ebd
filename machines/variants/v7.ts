import * as v4nv from "../parts/v4nv.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** v7: a first screen to get started, then v4nv as it is (ruling 92). Spec 4.1. */
export const v7 = variant({
  code: "v7",
  entries: { "/survey/v7": {} },
  thankYou: "/survey-thank-you-v7/",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v7",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "GetStartedFirstStep" },
      GetStartedFirstStep: {
        on: {
          NEXT: [
            { guard: "pathContainsSurveyV4nv", target: "WhenWasTheAccident" },
            { target: "AutoAccidentCaseWorth" },
          ],
        },
      },
      ...v4nv.accident,
      ...v4nv.lawyer,
      ...v4nv.funding,
      ...v4nv.description,
      ...v4nv.contact,
    },
  }),
});
