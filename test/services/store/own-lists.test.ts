import { describe, expect, test } from "vitest";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe.each(databases)("a receiver's own list on $name", ({ start }) => {
  const on = freshStore(start);

  test("is of that receiver alone, however an address is written, and the next list takes its place", async () => {
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
