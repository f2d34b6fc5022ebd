import { describe, expect, test } from "vitest";
import { mostNotes } from "../../../services/store/day-notes.ts";
import { mostViews } from "../../../services/store/saved-views.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { twoStores } from "../../support/two-stores.ts";

const view = (name: string, variant = "c") => ({
  variant,
  name,
  page: "numbers",
  query: "device=phone",
  person: "ana",
});
const note = (day: number, variant = "c", place = "") => ({
  variant,
  place,
  day,
  words: "A campaign began.",
  person: null,
});

describe.each(databases)("saved views and notes on $name", ({ start }) => {
  const on = freshStore(start);

  test("views are listed by name, renamed and deleted; a name is unique within a survey", async () => {
    const { savedViews } = on.store;
    for (const name of ["phones", "all"]) expect(await savedViews.save(view(name))).toBe("saved");
    expect(await savedViews.save(view("phones", "dui"))).toBe("saved");
    expect(await savedViews.save({ ...view("phones"), query: "" })).toBe("taken");
    const [all, phones] = await savedViews.list("c");
    expect(phones).toEqual({ ...view("phones"), id: phones!.id, at: on.now });
    expect((await savedViews.list()).map(({ variant, name }) => `${variant} ${name}`)).toEqual([
      "c all",
      "c phones",
      "dui phones",
    ]);
    expect(await savedViews.rename("c", all!.id, "phones")).toBe("taken");
    expect(await savedViews.rename("c", all!.id, "all")).toBe("renamed");
    expect(await savedViews.rename("c", all!.id, "whole")).toBe("renamed");
    // A view can only be changed on the pages of its own survey.
    expect(await savedViews.rename("dui", all!.id, "other")).toBe("gone");
    await savedViews.remove("dui", all!.id);
    await savedViews.remove("c", phones!.id);
    expect((await savedViews.list("c")).map(({ name }) => name)).toEqual(["whole"]);
  });

  test("notes of a survey include those of all surveys, within the days asked for, newest first", async () => {
    const { dayNotes } = on.store;
    for (const each of [note(10), note(12, ""), note(11, "c", "AtFault"), note(11, "dui"), note(13)])
      expect(await dayNotes.add(each)).toBe("added");
    const days = async () => (await dayNotes.notesOf("c", 10, 12)).map(({ day }) => day);
    expect(await days()).toEqual([12, 11, 10]);
    const [ofAll, ofPlace] = await dayNotes.notesOf("c", 10, 12);
    expect(ofPlace).toMatchObject({ ...note(11, "c", "AtFault"), at: on.now, changedAt: null });
    on.now += 5;
    const change = { day: 10, words: "It ended.", person: "ben" };
    expect(await dayNotes.change("dui", ofPlace!.id, change)).toBe("gone");
    expect(await dayNotes.change("dui", ofAll!.id, change)).toBe("changed");
    expect((await dayNotes.notesOf("c", 10, 10)).find(({ id }) => id === ofAll!.id)).toMatchObject({
      words: "It ended.",
      at: on.now - 5,
      person: null,
      changedAt: on.now,
      changedBy: "ben",
    });
    await dayNotes.remove("dui", ofPlace!.id);
    await dayNotes.remove("c", ofAll!.id);
    expect(await days()).toEqual([11, 10]);
  });
});

describe.each(databases)("two processes on $name", ({ start }) => {
  const on = twoStores(start, () => 5);

  test("together keep to the limits, and store no name twice", {
    ...holds("T133"),
    timeout: 60_000,
  }, async () => {
    const [one, other] = on.stores;
    const numbered = (count: number) => Array.from({ length: count }, (_, at) => at);
    for (const at of numbered(mostViews - 1)) await one!.savedViews.save(view(`view ${at}`));
    for (const at of numbered(mostNotes - 1)) await one!.dayNotes.add(note(at));
    const same = await Promise.all([one, other].map((store) => store!.savedViews.save(view("same", "dui"))));
    expect(same.sort()).toEqual(["saved", "taken"]);
    const last = [one, other].map((store, at) => store!.savedViews.save(view(`last ${at}`)));
    expect((await Promise.all(last)).sort()).toEqual(["full", "saved"]);
    const notes = [one, other].map((store) => store!.dayNotes.add(note(1)));
    expect((await Promise.all(notes)).sort()).toEqual(["added", "full"]);
    // The limit is per survey.
    expect(await one!.dayNotes.add(note(1, "dui"))).toBe("added");
  });
});
