import { onTestFinished } from "vitest";
import { silentLog } from "../../../../services/observe/log.ts";
import { openStore } from "../../../../services/store/store.ts";
import type { DatabaseServer } from "../../../support/databases.ts";

/** An empty store with a clock that stands still until it is moved; closed after the test. */
export async function aStore(server: DatabaseServer) {
  const clock = { now: 1_700_000_000_000 };
  const url = await server.freshUrl();
  const store = await openStore({ url, now: () => clock.now, log: silentLog, hashKey: "k" });
  onTestFinished(() => store.close());
  return { store, clock, url };
}
