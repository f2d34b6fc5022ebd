import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { failure } from "../../observe/log.ts";
import { polling } from "../../observe/polling.ts";
import { rereading } from "../../observe/rereading.ts";
import { destinationKeys } from "../../settings/destinations/destinations.ts";
import type { Settings } from "../../settings/env.ts";
import type { Store } from "../../store/store.ts";
import { yamlIn } from "../../yaml/yaml-file.ts";
import type { Core } from "../feature.ts";

/** How often a process says with which receivers it runs, in milliseconds, and how long that is believed. */
const [saidEveryMs, believedMs] = [60_000, 190_000];

export const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Of who the receivers are, as the file has them: the same in every process that runs with the same ones. */
export function receiversDigest(contents: Settings["contents"]): string {
  return digestOf(JSON.stringify(destinationKeys.map((key) => contents[key] ?? null)));
}

/** The same of a text of the file; undefined where it is none. */
export function receiversDigestIn(text: string): string | undefined {
  const read = yamlIn(text, "");
  return "document" in read
    ? receiversDigest((read.document.toJS() ?? {}) as Settings["contents"])
    : undefined;
}

/** A process by its machine and port. */
const processOf = ({ port }: Pick<Settings, "port">) => `${hostname()}:${port}`;

/** The processes that run now: each with its name, and whether its receivers are those of this digest. */
export async function runningWith(
  { store, settings, now }: { store: Pick<Store, "terms">; settings: Settings; now: () => number },
  digest: string,
): Promise<{ name: string; isThis: boolean; isCurrent: boolean }[]> {
  const all = await store.terms.running(now() - believedMs);
  return all.map((each) => ({
    name: each.process,
    isThis: each.process === processOf(settings),
    isCurrent: each.digest === digest,
  }));
}

/**
 * Has this process go over to receivers that the console has written into its file, within seconds. What somebody has
 * edited there by hand waits for the next start, as ever: it may be half of what is meant. So the file has to be, byte for
 * byte, what the newest change left; where it is another one, on another machine or edited since, the process goes on with
 * what it has, and says so in the store, which is how the console knows.
 */
export function watchFile({
  store,
  settings,
  renew,
  now,
  log,
  pollMs,
}: Pick<Core, "store" | "settings" | "renew" | "now" | "log"> & { pollMs: number }): {
  stop(): Promise<void>;
} {
  const own = receiversDigest(settings.contents);
  let saidAt = 0;
  const read = rereading(settings.file);
  let seen: string | undefined;
  let digest = "";
  let isOther = false;
  /** A file that could not be taken up is not tried again. */
  let refused = "";
  /** Those that follow look for themselves; two that did would begin two for one change. */
  let isFollowed = false;
  const look = async () => {
    if (isFollowed) return;
    if (now() - saidAt >= saidEveryMs || now() < saidAt) {
      await store.terms.runsWith(processOf(settings), own);
      saidAt = now();
    }
    const text = read();
    if (!renew || text === undefined) return;
    if (text !== seen) [seen, digest, isOther] = [text, digestOf(text), receiversDigestIn(text) !== own];
    // Nothing is asked while the file has what runs.
    if (!isOther || digest === refused || (await store.terms.newestFile()) !== digest) return;
    [refused, isFollowed] = [digest, true];
    // Not awaited, since it ends this watch, too.
    renew().catch((error: unknown) => {
      isFollowed = false;
      log("receivers.not_taken_up", failure(error));
    });
  };
  return polling(look, { pollMs, log, failed: "receivers.look_failed" });
}
