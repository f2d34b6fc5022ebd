import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { pragma } from "./sqlite-file.ts";

/**
 * Cuts off the log of a SQLite file. Readers hold that up, for moments; so does the shipping of the log, which
 * cuts it off itself within two seconds.
 * @returns false when it was held up for five seconds
 */
export async function cutOff(file: DatabaseSync, path: string): Promise<boolean> {
  const size = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  for (let tries = 0; tries < 50; tries++) {
    if (pragma(file, "wal_checkpoint(truncate)") === 0) return true;
    // It never gets shorter unless it is cut off.
    if (size() < before) return true;
    await setTimeout(100);
  }
  return false;
}
