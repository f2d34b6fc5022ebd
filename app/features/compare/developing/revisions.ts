import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ChartDifference } from "../../../../machines/graph/account.ts";
import type { View } from "../../../../machines/graph/view.ts";
import type { Revision } from "../compared.ts";

const run = promisify(execFile);
/** The present tree is read in seconds, an older one is unpacked first. */
const limits = { timeout: 60_000, maxBuffer: 100_000_000 };

/** Where charts, questions and rules are defined; the other folders beside them only read these. */
const written = ["machines", ":!machines/graph", ":!machines/model", ":!machines/features"];

/** The newest commits that touched a chart, a question or a rule; none without a history. */
export async function recentRevisions(): Promise<Revision[]> {
  const asked = ["log", "-n", "20", "--format=%h%x09%cs%x09%s", "--", ...written];
  const { stdout } = await run("git", asked, limits).catch(() => ({ stdout: "" }));
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [id, day, subject] = line.split("\t") as [string, string, string];
      return { id, words: `${id}, ${day}: ${subject}` };
    });
}

/** The differences with both charts to draw, or the reason why they cannot be compared. */
export type Answered =
  | { difference: ChartDifference & { layout: string[] }; views: [before: View, after: View] }
  | { problem: string };

/** Runs the developers' own command, which reads each revision in a process of its own. @param before `v4nv@HEAD` */
export async function differenceAt(before: string, after: string): Promise<Answered> {
  const tool = ["tools/graphs/run.ts", "diff", before, after, "--json", "--views"];
  try {
    const { stdout } = await run(process.execPath, tool, limits);
    const { charts, views } = JSON.parse(stdout);
    return { difference: Object.values(charts)[0], views: Object.values(views)[0] } as Answered;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    return { problem: stderr.trim() || "The command that compares charts has failed." };
  }
}
