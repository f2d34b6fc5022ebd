import { describe, expect, it } from "vitest";
import { databases, twoStores } from "../../support/databases.ts";

const notices = Array.from({ length: 40 }, (_, at) => ({ id: `n${at}`, destination: "ops", at, body: "{}" }));

describe.each(databases)("alarms on $name", ({ start }) => {
  const on = twoStores(start, () => 1);

  it("are decided by one process, and each message is claimed by one process until its lock expires", async () => {
    const { stores } = on;
    expect(await stores[0]!.alarms.firstHour(), "nothing has been counted yet").toBeUndefined();
    await stores[0]!.alarms.keepHour({ hour: 5, counts: "{}" }, true);
    await stores[1]!.alarms.keepHour({ hour: 5, counts: "{}" }, true);
    expect(await stores[0]!.alarms.firstHour()).toBe(5);
    const decided = stores.map(({ alarms }) => alarms.decide(5, { began: [], ended: [], notices }, 0));
    expect((await Promise.all(decided)).sort()).toEqual([false, true]);

    const claimed = await Promise.all(
      stores.map(async ({ alarms }) => {
        const ids = [];
        for (;;) {
          const notice = await alarms.claimNotice({ since: 0, freeAt: 10, lockedUntil: 20 });
          if (!notice) return ids;
          ids.push(notice.id);
        }
      }),
    );
    expect(claimed.flat().sort()).toEqual(notices.map(({ id }) => id).sort());

    await stores[0]!.alarms.sent("n0", 15);
    expect(await stores[1]!.alarms.claimNotice({ since: 0, freeAt: 19, lockedUntil: 30 })).toBeUndefined();
    expect(await stores[1]!.alarms.claimNotice({ since: 0, freeAt: 20, lockedUntil: 30 })).toEqual(
      notices[1],
    );
  });
});
