import type { Settings } from "../../settings/env.ts";
import { shippedUntil } from "../../store/shipping/archive.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** More than this is missing when nobody ships, in seconds: a moment when all is well is noted every ten. */
const mostSeconds = 60;

/** Looks whether a SQLite store's archive has all that was written. @param now epoch milliseconds */
export async function lookAtArchive(
  { archive }: Pick<Settings, "archive">,
  now: () => number,
): Promise<Finding[]> {
  if (archive.folder === undefined) return [];
  const until = await shippedUntil(archive.folder);
  if (until === undefined) {
    return [
      wrong(
        `Nothing was shipped to ${archive.folder} yet: does claimpath-ship run, and is the folder there?`,
      ),
    ];
  }
  const seconds = Math.round((now() - until) / 1000);
  if (seconds <= mostSeconds) return [ok(`The archive had everything ${seconds} s ago.`)];
  return [wrong(`The archive lacks the last ${seconds} s: see what claimpath-ship says.`)];
}
