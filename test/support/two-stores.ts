import { afterAll, beforeAll } from "vitest";
import type { Store } from "../../services/store/store.ts";
import { type DatabaseServer, databasesOf, storeAt } from "./databases.ts";

/** The stores of two processes on one database, open while the tests of this block run. @param now of both */
export function twoStores(start: () => Promise<DatabaseServer>, now: () => number) {
  const server = databasesOf(start);
  const on = { url: "", stores: [] as Store[] };
  beforeAll(async () => {
    on.url = await server.freshUrl();
    const open = () => storeAt(on.url, { now, hashKey: "the same in all processes" });
    on.stores = [await open(), await open()];
  });
  afterAll(() => Promise.all(on.stores.map((store) => store.close())));
  return on;
}
