import { describe, expect, it } from "vitest";
import { databases, freshStore, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe.each(databases)("the suppression list on $name", ({ start }) => {
  const on = freshStore(start, { hashKey: undefined });

  it("recognizes an address in any notation", holds("T39"), async () => {
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

  it("is not queried without an address", async () => {
    expect(await on.store.suppressions.add({ email: "nobody", phone: "555" }, "do-not-sell", "")).toBe(0);
    expect(await on.store.suppressions.has({ email: "nobody", phone: "555" })).toBe(false);
    expect(await on.store.suppressions.has({ email: null, phone: 2135550123 })).toBe(false);
    expect(await on.store.suppressions.remove({})).toBe(0);
  });

  it("renews an entry that is requested again, and forgets one that is taken off", async () => {
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

  it("is the same for every process that opens the store at the same time", async () => {
    on.url = await on.server.freshUrl();
    const stores = await Promise.all([on.open(), on.open(), on.open()]);
    await stores[0]!.suppressions.add({ phone: "2135550123" }, "do-not-sell", "");
    for (const each of stores) expect(await each.suppressions.has({ phone: "2135550123" })).toBe(true);
    await Promise.all(stores.map((each) => each.close()));
  });

  it("is not opened with a key that would not find its entries", async () => {
    const other = "k".repeat(32);
    await (await on.open({ hashKey: other })).close();
    await on.store.suppressions.add({ phone: "2135550123" }, "do-not-sell", "");
    await expect(on.open({ hashKey: other })).rejects.toThrow("HASH_KEY must stay what it was");
    await (await on.open()).close();
  });

  it("contains no address", async () => {
    await on.store.suppressions.add({ email: "zoe@example.com", phone: "2135550123" }, "do-not-sell", "");
    const rows = JSON.stringify(await sqlOn(on.url, "select * from suppressions"));
    expect(rows).toContain("address_hash");
    expect(rows).not.toMatch(/zoe@|2135550123/);
  });
});

describe.each(databases)("a receiver's own list on $name", ({ start }) => {
  const on = freshStore(start);

  it("belongs to that receiver alone, matches any notation of an address, and is replaced by the next list", async () => {
    const { ownLists } = on.store;
    const many = Array.from({ length: 1_200 }, (_, index) => ({ phone: String(2135550000 + index) }));
    const list = [{ email: "Ana.Rivera+ads@gmail.com" }, { phone: "(213) 555-9999" }, ...many];
    expect(await ownLists.replace("north", list)).toEqual({ listed: 1_202, removed: 0 });
    const has = (destination: string) =>
      Promise.all([
        ownLists.has(destination, { email: "anarivera@gmail.com" }),
        ownLists.has(destination, { email: "other@example.com", phone: "+1 213 555 9999" }),
        ownLists.has(destination, { phone: "2135550700" }),
        ownLists.has(destination, { phone: "2135559998" }),
        ownLists.has(destination, {}),
      ]);
    expect(await has("north")).toEqual([true, true, true, false, false]);
    expect(await has("south")).toEqual([false, false, false, false, false]);
    await ownLists.replace("south", [{ phone: "2135559998" }]);
    expect(await ownLists.replace("north", [{ phone: "213-555-9998" }, { phone: "2135550700" }])).toEqual({
      listed: 2,
      removed: 1_201,
    });
    expect(await has("north")).toEqual([false, false, true, true, false]);
    expect(await ownLists.replace("north", [])).toEqual({ listed: 0, removed: 2 });
    expect(await has("south"), "another's list stays").toEqual([false, false, false, true, false]);
    expect(JSON.stringify(await sqlOn(on.url, "select * from own_lists"))).not.toMatch(/5559998/);
  });
});

const notices = Array.from({ length: 40 }, (_, at) => ({ id: `n${at}`, destination: "ops", at, body: "{}" }));

describe.each(databases)("notices on $name", ({ start }) => {
  const on = twoStores(start, () => 1);

  it("are each claimed by one process until its lock expires", async () => {
    const { stores } = on;
    await stores[0]!.notices.queue(notices);
    await stores[1]!.notices.queue(notices);
    const claimed = await Promise.all(
      stores.map(async (store) => {
        const ids = [];
        for (;;) {
          const notice = await store.notices.claim({ since: 0, freeAt: 10, lockedUntil: 20 });
          if (!notice) return ids;
          ids.push(notice.id);
        }
      }),
    );
    expect(claimed.flat().sort()).toEqual(notices.map(({ id }) => id).sort());

    await stores[0]!.notices.sent("n0", 15);
    expect(await stores[1]!.notices.claim({ since: 0, freeAt: 19, lockedUntil: 30 })).toBeUndefined();
    expect(await stores[1]!.notices.claim({ since: 0, freeAt: 20, lockedUntil: 30 })).toEqual(notices[1]);
  });
});
