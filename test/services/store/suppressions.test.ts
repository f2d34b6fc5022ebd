import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { sqlOn } from "../../support/sql-on.ts";

describe.each(databases)("the suppression list on $name", ({ start }) => {
  let server: DatabaseServer;
  let url: string;
  let store: Store;
  let time: number;

  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.stop());
  const open = (hashKey?: string) => openStore({ url, now: () => time, log: silentLog, hashKey });
  beforeEach(async () => {
    url = await server.freshUrl();
    time = 7;
    store = await open();
    return () => store.close();
  });

  test("knows an address however it is written", async () => {
    expect(
      await store.suppressions.add({ email: " Zoë@Example.com", phone: "+1 (213) 555-0123" }, "ask"),
    ).toBe(2);
    for (const email of ["zoë@example.com", "ZOË@EXAMPLE.COM "]) {
      expect(await store.suppressions.has({ email }), email).toBe(true);
    }
    for (const phone of ["2135550123", "12135550123", "213.555.0123"]) {
      expect(await store.suppressions.has({ phone }), phone).toBe(true);
    }
    expect(await store.suppressions.has({ email: "other@example.com", phone: "2135550123" })).toBe(true);
    expect(await store.suppressions.has({ email: "other@example.com", phone: "2135550124" })).toBe(false);
  });

  test("is asked about nothing when there is no address", async () => {
    expect(await store.suppressions.add({ email: "nobody", phone: "555" }, "")).toBe(0);
    expect(await store.suppressions.has({ email: "nobody", phone: "555" })).toBe(false);
    expect(await store.suppressions.has({ email: null, phone: 2135550123 })).toBe(false);
    expect(await store.suppressions.remove({})).toBe(0);
  });

  test("renews an entry that is asked for again, and forgets one that is taken off", async () => {
    const reach = { email: "zoe@example.com" };
    await store.suppressions.add(reach, "asked \u0000 by mail");
    time += 1;
    expect(await store.suppressions.add({ ...reach, phone: "2135550123" }, "again")).toBe(1);
    expect(await store.suppressions.find({ ...reach, phone: "2135550123" })).toEqual([
      { kind: "email", reason: "asked   by mail", createdAt: 8 },
      { kind: "phone", reason: "again", createdAt: 8 },
    ]);
    expect(await store.suppressions.add(reach, "")).toBe(0);
    expect(await store.suppressions.remove(reach)).toBe(1);
    expect(await store.suppressions.remove(reach)).toBe(0);
    expect(await store.suppressions.has(reach)).toBe(false);
    expect(await store.suppressions.has({ phone: "2135550123" })).toBe(true);
  });

  test("is the same for every process that opens the store at the same time", async () => {
    url = await server.freshUrl();
    const stores = await Promise.all([open(), open(), open()]);
    await stores[0]!.suppressions.add({ phone: "2135550123" }, "");
    for (const each of stores) expect(await each.suppressions.has({ phone: "2135550123" })).toBe(true);
    await Promise.all(stores.map((each) => each.close()));
  });

  test("is not served with a key that would not find its entries", async () => {
    const other = "k".repeat(32);
    await (await open(other)).close();
    await store.suppressions.add({ phone: "2135550123" }, "");
    await expect(open(other)).rejects.toThrow("HASH_KEY must stay what it was");
    await (await open()).close();
  });

  test("holds no address", async () => {
    await store.suppressions.add({ email: "zoe@example.com", phone: "2135550123" }, "");
    const rows = JSON.stringify(await sqlOn(url, "select * from suppressions"));
    expect(rows).toContain("address_hash");
    expect(rows).not.toMatch(/zoe@|2135550123/);
  });
});
