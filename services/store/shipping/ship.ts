import { setTimeout } from "node:timers/promises";
import { noteShipped, type Part, prune, putCopy, putPages } from "./archive.ts";
import { type FollowedLog, followLog } from "./follow-log.ts";
import { type Changes, joined } from "./write-ahead-log.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** So much may wait for an archive that cannot be written, in bytes. */
const mostWaiting = 256 * 1024 * 1024;

/** How often the archive notes that nothing is missing, and a copy is tried again that failed, in milliseconds. */
const noteEveryMs = 10_000;

export type Shipping = {
  /** The SQLite file. */
  path: string;
  /** Of the archive. It has to be there: it may be another machine's disk. */
  folder: string;
  /** age's public key. */
  recipient: string;
  keepDays: number;
  /** Folder of node_exporter's text files. */
  metrics: string | undefined;
  /** Says what an operator should know. */
  say: (sentence: string) => void;
  /** Ends the shipping, once everything is in the archive. */
  signal: AbortSignal;
};

/**
 * Ships a SQLite file's log to an archive: a copy of the whole first and then each day, and each second what was changed.
 * An archive that cannot be written keeps nobody from using the database: its log is read and settled all the same, and
 * what was read waits in memory.
 * @throws an Error in plain words when it cannot go on
 */
export async function ship(shipping: Shipping): Promise<void> {
  const log = followLog(shipping.path);
  try {
    await shipFrom(log, shipping);
  } finally {
    log.close();
  }
}

async function shipFrom(log: FollowedLog, shipping: Shipping): Promise<void> {
  const { path, folder, recipient, keepDays, metrics, say, signal } = shipping;
  const run = new Date().toISOString().replaceAll(/[-:]/g, "");
  const waiting: { part: Part; changes: Changes }[] = [];
  let index = 0;
  let isWhole = false;
  let seenAt = Date.now();
  let copiedAt = 0;
  let triedAt = 0;
  let notedAt = 0;
  let copying: Promise<void> | undefined;
  let putting: Promise<void> | undefined;
  const complaints = { archive: "", copy: "" };

  const see = () => {
    const from = seenAt;
    seenAt = Date.now();
    let changes = log.look();
    if (changes) isWhole = false;
    // A file that is being copied has to stay as it is: what is committed stays in the log.
    if (!isWhole && !copying) {
      const settled = log.settle();
      isWhole = settled.isWhole;
      changes = joined(changes, settled.changes);
    }
    if (!changes) return;
    index += 1;
    waiting.push({ part: { run, index, from, to: Date.now(), kind: "pages" }, changes });
  };
  const complain = (what: "archive" | "copy", sentence: string) => {
    if (sentence !== complaints[what]) say(sentence || "The archive can be written again.");
    complaints[what] = sentence;
  };
  const putAll = async () => {
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        await putPages(folder, recipient, next.part, next.changes);
        waiting.shift();
      }
      if (copiedAt > 0 && seenAt - notedAt >= noteEveryMs) {
        await noteShipped(folder, seenAt, metrics);
        notedAt = seenAt;
      }
      complain("archive", "");
    } catch (error) {
      complain(
        "archive",
        `The archive cannot be written: ${(error as Error).message}. What was changed waits.`,
      );
    }
  };
  const copy = async (part: Part) => {
    try {
      await putCopy(folder, recipient, part, path, signal);
      copiedAt = part.to;
      await prune(folder, keepDays, part.to);
      complaints.copy = "";
    } catch (error) {
      if (!signal.aborted) complain("copy", `The database could not be copied: ${(error as Error).message}.`);
    }
  };

  while (!signal.aborted) {
    see();
    if (isWhole && !copying && seenAt - copiedAt > dayMs && seenAt - triedAt > noteEveryMs) {
      const at = Date.now();
      triedAt = at;
      copying = copy({ run, index, from: at, to: at, kind: "copy" }).finally(() => {
        copying = undefined;
      });
    }
    putting ??= putAll().finally(() => {
      putting = undefined;
    });
    const bytes = waiting.reduce((sum, { changes }) => sum + changes.pages.size * changes.pageSize, 0);
    if (bytes > mostWaiting)
      throw new Error(`${Math.round(bytes / 1e6)} MB wait for the archive, which cannot be written.`);
    await setTimeout(untilNextSecond(Date.now()), undefined, { signal }).catch(() => {});
  }
  await copying;
  await putting;
  see();
  notedAt = 0;
  await putAll();
}

/** A little more: a look just before a second would leave the next one with nearly all of it. */
function untilNextSecond(now: number): number {
  return 1002 - (now % 1000);
}
