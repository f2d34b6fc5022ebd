import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "../failures.ts";
import { beginning, type Changes, readLog } from "./write-ahead-log.ts";

/** The log of a SQLite file, of which nobody else can start it over before all of it was read. */
export type FollowedLog = {
  /** What was committed since the last look. */
  look(): Changes | undefined;
  /**
   * Looks, and has the database take over what is in its log, which is cut off then. Writers wait for a moment. What was
   * there before has to be looked at first.
   * @returns `isWhole`: the file itself has everything, and stays as it is until the next time
   * @throws an Error where part of the log was missed
   */
  settle(): { changes?: Changes | undefined; isWhole: boolean };
  close(): void;
};

/** How long to wait for a writer, in milliseconds: nobody waits for this process meanwhile. */
const patienceMs = 5_000;

/**
 * Follows the log as Litestream does: a transaction that only reads is open all the time, since SQLite starts its log
 * over only when nobody reads in it. It ends for a moment while nobody may write. A reader that has nothing to read in the log
 * keeps others from moving pages from the log to the file, so that the log starts over once at most, at its next
 * transaction, and then goes on (sqlite.org/wal.html).
 * @throws an Error in plain words
 */
export function followLog(path: string): FollowedLog {
  if (!existsSync(path)) throw new Error(`There is no lead store ${path} yet: start the site first.`);
  const alone = demandAlone(path);
  const { ino } = statSync(path);
  let reader = new DatabaseSync(path, { timeout: patienceMs });
  let spare = new DatabaseSync(path, { timeout: patienceMs });
  const writer = new DatabaseSync(path, { timeout: patienceMs });
  let place = beginning;

  const look = () => {
    if (statSync(path).ino !== ino) throw new Error(`${path} was replaced by another file.`);
    const found = readLog(`${path}-wal`, place);
    place = found.place;
    return found.changes;
  };
  const hold = (held: DatabaseSync) => {
    held.exec("begin");
    held.prepare("select count(*) from sqlite_schema").get();
  };

  /**
   * Has most of the log taken over while others write. The next reader begins before the last one ends; it could only let
   * the log start over when the file had all of it, and then all of that was read.
   */
  const advance = () => {
    if (!reader.isTransaction) return;
    hold(spare);
    reader.exec("rollback");
    [reader, spare] = [spare, reader];
    writer.exec("pragma wal_checkpoint(passive)");
  };

  /** Nobody writes meanwhile. @returns whether the file has everything */
  const takeOver = () => {
    if (reader.isTransaction) reader.exec("rollback");
    const { busy, log, checkpointed } = reader.prepare("pragma wal_checkpoint(passive)").get()!;
    hold(reader);
    // Somebody else is at it, for as long as that takes.
    if (log === -1) return false;
    if (log !== place.frames) throw new Error(`The log has ${log} frames; ${place.frames} were read.`);
    return busy === 0 && log === checkpointed;
  };

  return {
    look,
    settle() {
      advance();
      try {
        writer.exec("begin immediate");
      } catch (error) {
        if (isBusy(error)) return { isWhole: false };
        throw error;
      }
      let changes: Changes | undefined;
      let isWhole: boolean;
      try {
        changes = look();
        isWhole = takeOver();
      } finally {
        writer.exec("rollback");
      }
      // What was deleted is not to stay in the log. Where somebody writes first, it starts over, and is cut off next time;
      // to wait for that would keep writers waiting too.
      if (isWhole) {
        writer.exec("pragma busy_timeout = 0; pragma wal_checkpoint(truncate)");
        writer.exec(`pragma busy_timeout = ${patienceMs}`);
      }
      return { changes, isWhole };
    },
    close() {
      writer.close();
      reader.close();
      spare.close();
      alone.close();
    },
  };
}

/** Two that follow one log would each keep the other from ever settling it. */
function demandAlone(path: string): DatabaseSync {
  const lock = new DatabaseSync(`${path}-shipping`, { timeout: 10 });
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch {
    lock.close();
    throw new Error(`Another process ships the log of ${path} already.`);
  }
}
