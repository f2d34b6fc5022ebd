import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "../../services/settings/env.ts";

/** A folder of a test with a file of destinations in it. */
export function destinationsIn(yaml: string) {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-destinations-"));
  const path = join(folder, "destinations.yaml");
  writeFileSync(path, yaml);
  return { folder, path, remove: () => rmSync(folder, { recursive: true }) };
}

/** The settings with this file of destinations. */
export function settingsWith(yaml: string, env: Record<string, string> = {}) {
  const { path, remove } = destinationsIn(yaml);
  try {
    return readSettings({ DESTINATIONS_FILE: path, ...env });
  } finally {
    remove();
  }
}
