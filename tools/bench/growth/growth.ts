import type { Report } from "../report.ts";
import { growthOfAnswers } from "./answers.ts";
import { growthOfBuiltVariants } from "./built-variants.ts";
import { growthOfBacklog, growthOfLeads } from "./leads.ts";
import { growthOfSessions } from "./sessions.ts";
import { growthOfVariants } from "./variants.ts";

const about =
  "The ratio is the power of the size by which a cost grows since the point before: n^0 is flat, n^1 linear.";
const toAMillion = [1_000, 10_000, 100_000, 1_000_000];

/** How costs grow with what there is more of. */
export async function growth(): Promise<Report> {
  return {
    benchmark: "growth",
    about,
    figures: [
      ...(await growthOfVariants()),
      ...growthOfAnswers(),
      ...(await growthOfLeads(toAMillion)),
      ...(await growthOfBacklog(toAMillion)),
      ...(await growthOfSessions()),
    ],
  };
}

/** How costs grow with leads up to ten million: 14 GB in the temporary folder, five to ten minutes. */
export async function growthOfTenMillion(): Promise<Report> {
  const sizes = [...toAMillion, 10_000_000];
  return { benchmark: "growth-ten-million", about, figures: await growthOfLeads(sizes) };
}

/** What more variants cost a site that is built with them: a build for each number of them. */
export async function growthOfBuilds(): Promise<Report> {
  return { benchmark: "growth-built", about, figures: await growthOfBuiltVariants() };
}
