import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The operator's file of experiments, for EXPERIMENTS_FILE. @param file also as a text of YAML */
export function experimentsIn(file: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-experiments-")), "experiments.yaml");
  writeFileSync(path, typeof file === "string" ? file : JSON.stringify(file));
  return path;
}
