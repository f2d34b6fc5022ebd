import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Outcome } from "./table.ts";

/** What came of one start of the tool. */
export type Run = {
  /** When it began, in ISO form. */
  began: string;
  patroni: string;
  visitors: number;
  minutes: number;
  /** How often the site noticed that history went back. */
  wentBack: number;
  /** Leads that nobody was thanked for. */
  strangers?: number;
  outcomes: Outcome[];
};

/** Adds a run to those in the file, which need not be there yet. @returns all of them */
export function addTo(file: string, run: Run): Run[] {
  const runs: Run[] = [...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []), run];
  writeFileSync(file, `${JSON.stringify(runs)}\n`);
  return runs;
}
