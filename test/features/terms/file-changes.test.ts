import { describe, expect, it } from "vitest";
import { Refusal } from "../../../services/operations/refusal.ts";
import { databases, freshStore } from "../../support/databases.ts";

describe.each(databases)("changes of the file on $name", ({ start }) => {
  const on = freshStore(start);
  const change = (after: string) => ({
    person: "ana",
    what: "adds west",
    hunks: JSON.stringify([{ line: 1, out: [], in: ["west: ".padEnd(2_000, "x")] }]),
    before: "0",
    after,
    undoes: null,
  });

  it("are noted once the file is written, one after the other", async () => {
    const written: string[] = [];
    const make = (after: string) => on.store.terms.changeFile(change(after), () => void written.push(after));
    expect(await on.store.terms.newestFile()).toBeUndefined();
    await Promise.all([make("1"), make("2"), make("3")]);
    const history = await on.store.terms.fileHistory(2);
    expect(history.map(({ number }) => number)).toEqual([3, 2]);
    expect(history.map(({ after }) => after)).toEqual(written.slice(1).toReversed());
    expect(history[0]).toMatchObject({ person: "ana", hunks: change("").hunks, before: "0", undoes: null });
    expect(await on.store.terms.newestFile()).toBe(written.at(-1));
  });

  it("are not noted where the file could not be written", async () => {
    const refused = on.store.terms.changeFile(change("1"), () => {
      throw new Refusal("It cannot be written.");
    });
    await expect(refused).rejects.toThrow(Refusal);
    expect(await on.store.terms.fileHistory(9)).toEqual([]);
  });

  it("are followed by processes, each of which says what it runs with now", async () => {
    await on.store.terms.runsWith("a:1", "old");
    await on.store.terms.runsWith("b:1", "old");
    await on.store.terms.runsWith("a:1", "new");
    const running = (since: number) => on.store.terms.running(since);
    expect((await running(0)).map(({ process, digest }) => [process, digest])).toEqual([
      ["a:1", "new"],
      ["b:1", "old"],
    ]);
    expect(await running(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});
