import { describe, expect, test } from "vitest";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe.each(databases)("the suppression list on $name", ({ start }) => {
  const on = freshStore(start, { hashKey: undefined });

  test("knows an address however it is written", holds("T39"), async () => {
    expect(
      await on.store.suppressions.add(
        { email: " Zoë@Example.com", phone: "+1 (213) 555-0123" },
        "do-not-sell",
        "ask",
      ),
    ).toBe(2);
    for (const email of ["zoë@example.com", "ZOË@EXAMPLE.COM "]) {
      expect(await on.store.suppressions.has({ email }), email).toBe(true);
    }
    for (const email of [
      "zoë@example.com.",
      "ZOE\u0308@example.com",
      " zoë+x@\uff45xample.com",
      "zo\u200bë\uff20EXAMPLE.com",
    ]) {
      expect(await on.store.suppressions.has({ email }), email).toBe(true);
    }
    for (const phone of ["2135550123", "\uff12\uff11\uff135550123", "12135550123", "213.555.0123"]) {
      expect(await on.store.suppressions.has({ phone }), phone).toBe(true);
    }
    expect(await on.store.suppressions.has({ email: "other@example.com", phone: "2135550123" })).toBe(true);
    expect(await on.store.suppressions.has({ email: "other@example.com", phone: "2135550124" })).toBe(false);
  });

  test("is asked about nothing when there is no address", async () => {
    expect(await on.store.suppressions.add({ email: "nobody", phone: "555" }, "do-not-sell", "")).toBe(0);
    expect(await on.store.suppressions.has({ email: "nobody", phone: "555" })).toBe(false);
    expect(await on.store.suppressions.has({ email: null, phone: 2135550123 })).toBe(false);
    expect(await on.store.suppressions.remove({})).toBe(0);
  });

  test("renews an entry that is asked for again, and forgets one that is taken off", async () => {
    const reach = { email: "zoe@example.com" };
    await on.store.suppressions.add(reach, "do-not-sell", "asked \u0000 by mail");
    on.now += 1;
    expect(await on.store.suppressions.add({ ...reach, phone: "2135550123" }, "do-not-sell", "again")).toBe(
      1,
    );
    expect(await on.store.suppressions.find({ ...reach, phone: "2135550123" })).toEqual([
      { kind: "email", refusal: "do-not-sell", reason: "asked   by mail", createdAt: on.now },
      { kind: "phone", refusal: "do-not-sell", reason: "again", createdAt: on.now },
    ]);
    expect(await on.store.suppressions.add(reach, "do-not-sell", "")).toBe(0);
    expect(await on.store.suppressions.remove(reach)).toBe(1);
    expect(await on.store.suppressions.remove(reach)).toBe(0);
    expect(await on.store.suppressions.has(reach)).toBe(false);
    expect(await on.store.suppressions.has({ phone: "2135550123" })).toBe(true);
  });

  test("is the same for every process that opens the store at the same time", async () => {
    on.url = await on.server.freshUrl();
    const stores = await Promise.all([on.open(), on.open(), on.open()]);
    await stores[0]!.suppressions.add({ phone: "2135550123" }, "do-not-sell", "");
    for (const each of stores) expect(await each.suppressions.has({ phone: "2135550123" })).toBe(true);
    await Promise.all(stores.map((each) => each.close()));
  });

  test("is not served with a key that would not find its entries", async () => {
    const other = "k".repeat(32);
    await (await on.open({ hashKey: other })).close();
    await on.store.suppressions.add({ phone: "2135550123" }, "do-not-sell", "");
    await expect(on.open({ hashKey: other })).rejects.toThrow("HASH_KEY must stay what it was");
    await (await on.open()).close();
  });

  test("holds no address", async () => {
    await on.store.suppressions.add({ email: "zoe@example.com", phone: "2135550123" }, "do-not-sell", "");
    const rows = JSON.stringify(await sqlOn(on.url, "select * from suppressions"));
    expect(rows).toContain("address_hash");
    expect(rows).not.toMatch(/zoe@|2135550123/);
  });
});
