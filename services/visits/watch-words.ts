import { createHash } from "node:crypto";
import { failure, type Log } from "../observe/log.ts";
import { every } from "../observe/polling.ts";
import { rereading } from "../observe/rereading.ts";
import type { Settings } from "../settings/env.ts";
import { type TakenUp, takeUp } from "../settings/words.ts";
import type { Store } from "../store/store.ts";

/** The result of a change of claimpath.yaml; `at` epoch milliseconds. */
export type WordState = TakenUp & { at: number };

export type Words = {
  /** Grows with each change: pages that were made before say something else. */
  version(): number;
  /** Undefined while the file is as it was at the start. */
  state(): WordState | undefined;
  stop(): Promise<void>;
};

/**
 * Reloads the operator's changes to the words in claimpath.yaml a few seconds after they are written: page flags,
 * quotes, headlines, the phone number and its hours. Each process does so by itself; the audit log has the change once.
 */
export function watchWords({
  settings,
  store,
  now,
  log,
  pollMs = 2_000,
}: {
  settings: Settings;
  store: Pick<Store, "readings">;
  now: () => number;
  log: Log;
  pollMs?: number;
}): Words {
  let state: WordState | undefined;
  let version = 0;
  let writing: Promise<void> = Promise.resolve();
  const read = rereading(settings.file);
  let known = read();

  const look = () => {
    const text = read();
    if (text === known) return;
    known = text;
    const taken = takeUp(settings);
    state = { ...taken, at: now() };
    if ("fault" in taken) return void log("words.refused", { outcome: "claimpath.yaml", fault: taken.fault });
    if (!taken.isNew) return;
    version += 1;
    log("words.taken_up", { outcome: "claimpath.yaml" });
    const digest = createHash("sha256")
      .update(text ?? "")
      .digest("hex");
    const deed = { about: "claimpath.yaml", reason: `its content is ${digest.slice(0, 16)} now` };
    writing = writing
      .then(() => store.readings.addOnce("the site", "words taken up", deed, now() - 10 * 60_000))
      .catch((error) => log("words.not_noted", failure(error)));
  };
  const end = every(pollMs, look);
  return {
    version: () => version,
    state: () => state,
    async stop() {
      end();
      await writing;
    },
  };
}
