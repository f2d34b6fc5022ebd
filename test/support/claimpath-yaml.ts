import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A claimpath.yaml, for CLAIMPATH_FILE. @param content also as a text of YAML */
export function claimpathIn(content: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-yaml-")), "claimpath.yaml");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
