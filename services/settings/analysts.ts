import type * as z from "zod";
import { assignWith } from "../experiments/assign.ts";
import { experimentsFile } from "./experiments-file.ts";
import * as is from "./kinds.ts";

/** Settings of the pages for developers and analysts, of experiments and alarms. */
export const analystShape = {
  ANALYST_TOKEN: is.token.optional(),
  ANALYTICS_SESSIONS: is.wholeNumber(1_000, 200_000_000).default(4_000_000),
  WHAT_IF_FOLDER: is.text().default("data/what-if"),
  EXPERIMENTS_FILE: is.text().transform(experimentsFile).optional(),
  ALARM_FALSE_PER_MONTH: is.wholeNumber(1, 100).default(1),
};

type Given = z.infer<z.ZodObject<typeof analystShape>>;

export function analystSettings(given: Given) {
  const { salt, list } = given.EXPERIMENTS_FILE ?? { salt: "", list: [] };
  return {
    /** Opens the chart pages in production; undefined: nobody can see them there. */
    analystToken: given.ANALYST_TOKEN,
    /** The newest sessions that analysts' numbers are counted from; each takes about 50 bytes of memory. */
    analyticsSessions: given.ANALYTICS_SESSIONS,
    /** Where `npm run what-if` keeps its newest run of each survey. */
    whatIfFolder: given.WHAT_IF_FOLDER,
    /** The experiments, and the function that assigns their arms. */
    experiments: { list, assign: assignWith({ salt, list }) },
    /** False alarms a month that are accepted, over everything that is watched. */
    alarmFalsePerMonth: given.ALARM_FALSE_PER_MONTH,
  };
}
