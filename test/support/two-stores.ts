import { afterAll, beforeAll } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import type { Store } from "../../services/store/types.ts";
import type { DatabaseServer } from "./databases.ts";

/** The stores of two processes on one database, open while the tests of this block run. @param now of both */
export function twoStores(start: () => Promise<DatabaseServer>, now: () => number) {
  let server: DatabaseServer;
  const on = { url: "", stores: [] as Store[] };
  beforeAll(async () => {
    server = await start();
    on.url = await server.freshUrl();
    const options = { url: on.url, now, log: silentLog, hashKey: "the same in all processes" };
    on.stores = [await openStore(options), await openStore(options)];
  });
  afterAll(async () => {
    await Promise.all(on.stores.map((store) => store.close()));
    await server?.stop();
  });
  return on;
}
