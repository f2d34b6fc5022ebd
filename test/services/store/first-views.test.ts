import { describe, expect, it } from "vitest";
import type { AnalyticsSource } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";

const source: AnalyticsSource = {
  ...{ variant: "c", path: "/survey/c", offer: "57", affiliate: "7", subId: "", version: "v1" },
  ...{ device: "phone", language: "en", flags: "", scripts: "", simulated: false },
};
const other = { ...source, affiliate: "8" };

describe.each(databases)("first views on $name", ({ start }) => {
  const on = freshStore(start);
  const kept = () => on.store.firstViews.since(0, 100);

  it("add up by hour and source across processes, and readers get only new rows", async () => {
    const [one, another] = [on.store, await on.open()];
    await one.firstViews.add([
      { source, hour: 10, day: 1, views: 2 },
      { source: other, hour: 10, day: 1, views: 1 },
    ]);
    const change = await another.firstViews.lastChange();
    await Promise.all(
      [one, another].map(({ firstViews }) =>
        firstViews.add([
          { source, hour: 10, day: 1, views: 3 },
          { source, hour: 11, day: 1, views: 1 },
        ]),
      ),
    );
    await another.close();
    const rows = await kept();
    expect(rows.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(rows.map(({ hour, views }) => [hour, views]).sort()).toEqual([
      [10, 1],
      [10, 8],
      [11, 2],
    ]);
    const news = await on.store.firstViews.since(change, 100);
    expect(news.map(({ hour, views }) => [hour, views])).toEqual([
      [10, 8],
      [11, 2],
    ]);
  });

  it("carry what first forms refused, added up across processes, and nothing once it is taken back", async () => {
    const [one, another] = [on.store, await on.open()];
    const refused = (answers: number, fields: Record<string, number>) => ({
      ...{ source, hour: 10, day: 1, views: 0 },
      refused: { answers, fields },
    });
    const stored = async () => JSON.parse((await kept())[0]!.refused ?? "null");
    await Promise.all([
      one.firstViews.add([refused(2, { email: 2, lastName: 1 })]),
      another.firstViews.add([refused(1, { email: 1 })]),
    ]);
    expect(await stored()).toEqual({ answers: 3, fields: { email: 3, lastName: 1 } });
    await another.firstViews.add([{ source, hour: 10, day: 1, views: 4 }]);
    expect(await stored()).toEqual({ answers: 3, fields: { email: 3, lastName: 1 } });
    await another.firstViews.add([refused(-3, { email: -3, lastName: -1 })]);
    await another.close();
    expect(await kept()).toMatchObject([{ views: 4, refused: null }]);
  });

  it("are empty without views, and keep their sources from being deleted", async () => {
    expect([await on.store.firstViews.lastChange(), await kept()]).toEqual([0, []]);
    await on.store.firstViews.add([]);
    await on.store.firstViews.add([{ source, hour: 10, day: 1, views: 1 }]);
    await on.store.firstViews.add([{ source: other, hour: 10, day: 1, views: 1 }]);
    await on.store.retention.sweep({ visits: 1 });
    expect(await on.store.analytics.sourcesSince(0, 10)).toHaveLength(2);
  });

  it("of more sources than fit in one statement are all stored", async () => {
    const counts = Array.from({ length: 1_200 }, (_, number) => ({
      ...{ source: { ...source, affiliate: `a${number}` }, hour: 10, day: 1, views: 1 },
    }));
    await on.store.firstViews.add(counts);
    await on.store.firstViews.add(counts);
    const rows = await on.store.firstViews.since(0, 5_000);
    expect([rows.length, rows.every(({ views }) => views === 2)]).toEqual([1_200, true]);
  });
});
