import { describe, expect, it } from "vitest";
import { mostNotes } from "../../../services/features/numbers/tables/day-notes.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { migrate } from "../../../services/store/engine/migrate.ts";
import { migrations } from "../../../services/store/engine/migrations/migrations.ts";
import { databases, freshStore, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";

const note = (day: number, variant = "c", place = "") => ({
  variant,
  place,
  day,
  words: "A campaign began.",
  person: null,
});

describe.each(databases)("notes on days on $name", ({ start }) => {
  const on = freshStore(start);

  it("notes on a survey include those on all surveys, within the requested days, newest first", async () => {
    const { notes } = on.store.numbers;
    for (const each of [note(10), note(12, ""), note(11, "c", "AtFault"), note(11, "dui"), note(13)])
      expect(await notes.add(each)).toBe("added");
    const days = async () => (await notes.notesOf("c", 10, 12)).map(({ day }) => day);
    expect(await days()).toEqual([12, 11, 10]);
    const [ofAll, ofPlace] = await notes.notesOf("c", 10, 12);
    expect(ofPlace).toMatchObject({ ...note(11, "c", "AtFault"), at: on.now, changedAt: null });
    on.now += 5;
    const change = { day: 10, words: "It ended.", person: "ben" };
    expect(await notes.change("dui", ofPlace!.id, change)).toBe("gone");
    expect(await notes.change("dui", ofAll!.id, change)).toBe("changed");
    expect((await notes.notesOf("c", 10, 10)).find(({ id }) => id === ofAll!.id)).toMatchObject({
      words: "It ended.",
      at: on.now - 5,
      person: null,
      changedAt: on.now,
      changedBy: "ben",
    });
    await notes.remove("dui", ofPlace!.id);
    await notes.remove("c", ofAll!.id);
    expect(await days()).toEqual([11, 10]);
  });

  it("views saved by an older release become one note with their addresses", async () => {
    const url = await on.server.emptyUrl();
    const connection = await openConnection(url, silentLog);
    const older = Object.entries(migrations).filter(([name]) => name < "030");
    await migrate(connection, Object.fromEntries(older));
    await connection.close();
    const columns = "(id, variant, name, page, query, at, person)";
    for (const [id, variant, name, page, query] of [
      ["1", "c", "Phones", "numbers", "device=phone&affiliate=7"],
      ["2", "c", "All", "numbers/over-time", ""],
      ["3", "dui", "Leads", "visits", "result=lead"],
    ])
      await sqlOn(
        url,
        `insert into saved_views ${columns} values ('${id}', '${variant}', '${name}', '${page}', '${query}', 1, 'ana')`,
      );
    const upgraded = await on.open({ url });
    const wordsOf = async (variant: string) =>
      (await upgraded.numbers.notes.notesOf(variant, 20_000, 40_000)).map(({ words, person, place }) => {
        const [, ...addresses] = words.split("\n");
        return { addresses, person, place };
      });
    const addresses = [
      "All: /graphs/c/numbers/over-time",
      "Phones: /graphs/c/numbers?device=phone&affiliate=7",
    ];
    expect(await wordsOf("c")).toEqual([{ addresses, person: "the upgrade", place: "" }]);
    expect((await wordsOf("dui"))[0]!.addresses).toEqual(["Leads: /graphs/dui/visits?result=lead"]);
    expect(await wordsOf("a")).toEqual([]);
    await upgraded.close();
  });
});

describe.each(databases)("two processes on $name", ({ start }) => {
  const on = twoStores(start, () => 5);

  it("together stay within the limit", holds("T133"), async () => {
    const [one, other] = on.stores;
    const many = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${mostNotes - 1})`;
    await sqlOn(
      on.url,
      `insert into day_notes (id, variant, place, day, words, at) ${many} select 'n' || i, 'c', '', i, 'x', 1 from n`,
    );
    const added = [one, other].map((store) => store!.numbers.notes.add(note(1)));
    expect((await Promise.all(added)).sort()).toEqual(["added", "full"]);
    // The limit is per survey.
    expect(await one!.numbers.notes.add(note(1, "dui"))).toBe("added");
  });
});
