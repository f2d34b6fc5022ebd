import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { kinds } from "../../../machines/what-if/differences.ts";
import type { Report } from "./report.ts";

/** The file of a survey's latest run. */
export function reportFile(folder: string, code: string): string {
  return join(folder, `${code}.json`);
}

/** A survey's latest run; undefined if there is none. @throws if its file is not one of ours */
export async function reportOf(folder: string, code: string): Promise<Report | undefined> {
  const text = await readFile(reportFile(folder, code), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { drawn, tally, ...about } = JSON.parse(text) as Report;
  const isOld = kinds.some((kind) => !tally?.kinds[kind]);
  if (!drawn || isOld || about.code !== code) throw new Error("It belongs to another release or survey.");
  return { ...about, drawn, tally };
}
