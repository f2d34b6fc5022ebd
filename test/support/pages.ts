import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Pages = Record<string, { flags?: Record<string, unknown>; pixels?: Record<string, unknown> }>;

/** The operator's file of what single pages have of their own, for PAGES_FILE. @param pages also as a text of YAML */
export function pagesIn(pages: Pages | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-pages-")), "pages.yaml");
  writeFileSync(path, typeof pages === "string" ? pages : JSON.stringify(pages));
  return path;
}
