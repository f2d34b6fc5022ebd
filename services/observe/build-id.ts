import { existsSync, readFileSync } from "node:fs";

/** The build that runs, as `npm start` stamped it; it is in consent records. */
export function buildId(): string {
  const stamp = "build/stamp";
  return existsSync(stamp) ? readFileSync(stamp, "utf8").trim().slice(0, 12) : "development";
}
