import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * Progress-bar variant: one straight line; its header offers a film, whose play control is shown until it is pressed
 * and again afterwards (ruling 73). `End` closes it (ruling 72). Its flag that the current step must be validated is
 * shared by every survey. Spec 4.1.
 */
export const progressBar = variant({
  code: "progress-bar",
  entries: {
    "/survey/progress-bar": {},
    "/survey/v4": {},
  },
  progressStyle: "bar",
  film: "how-a-claim-runs",
  machine: survey.createMachine({
    id: "progress-bar",
    ...everySurvey,
    entry: [everySurvey.entry, "togglePlay"],
    on: { ...everySurvey.on, TOGGLE_PLAY: { actions: "togglePlay" } },
    initial: "StartPath",
    states: {
      StartPath: { always: "HowWasUserHurt" },
      HowWasUserHurt: { meta: { progress: 10 }, on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { meta: { progress: 18 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 27 }, on: { NEXT: "DescribeInjuries" } },
      DescribeInjuries: { meta: { progress: 36 }, on: { NEXT: "PoliceReport" } },
      PoliceReport: { meta: { progress: 45 }, on: { NEXT: "HasAttorney" } },
      HasAttorney: { meta: { progress: 54 }, on: { NEXT: "Description" } },
      Description: { meta: { progress: 63 }, on: { NEXT: "EmailAndName" } },

      EmailAndName: { ...checksEmail, meta: { progress: 87 }, onDone: "ZipAndPhone" },
      ZipAndPhone: { ...checksPhoneAndZip, meta: { progress: 95 }, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "End" },
      End: { type: "final" },
    },
  }),
});
