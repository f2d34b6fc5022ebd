import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "./report.ts";

/** Where the newest run of a survey is kept. */
export function reportFile(folder: string, code: string): string {
  return join(folder, `${code}.json`);
}

/** The newest run of a survey; undefined where there is none. @throws where its file is none of ours */
export async function reportOf(folder: string, code: string): Promise<Report | undefined> {
  const text = await readFile(reportFile(folder, code), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { drawn, tally, ...about } = JSON.parse(text) as Report;
  if (!drawn || !tally || about.code !== code) throw new Error("It is of another release, or survey.");
  return { ...about, drawn, tally };
}
