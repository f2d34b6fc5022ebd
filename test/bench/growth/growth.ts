import type { Report } from "../report.ts";
import { growthOfAnswers } from "./answers.ts";
import { growthOfLeads } from "./leads.ts";
import { growthOfSessions } from "./sessions.ts";
import { growthOfVariants } from "./variants.ts";

/** How costs grow with what there is more of. */
export async function growth(): Promise<Report> {
  return {
    benchmark: "growth",
    about:
      "The ratio is the power of the size by which a cost grows since the point before: n^0 is flat, n^1 linear.",
    figures: [
      ...(await growthOfVariants()),
      ...growthOfAnswers(),
      ...(await growthOfLeads()),
      ...(await growthOfSessions()),
    ],
  };
}
