import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../../../../app/graphs/chart-of.ts";
import { changeNotes, loadNotes, notesOf } from "../../../../../app/graphs/numbers/answers/notes.ts";
import { NotesPage, type RefusedNote } from "../../../../../app/graphs/numbers/notes.tsx";
import { databases, freshStore } from "../../../../support/databases.ts";

const { view } = (await chartOf("c"))!;

describe("notes on the days of a survey", () => {
  const on = freshStore(databases[0].start);
  const context = () =>
    ({ services: { store: on.store, settings: { siteTimeZone: "UTC" } } }) as unknown as AppLoadContext;
  const asked = (form?: Record<string, string>) => ({
    request: new Request(
      "http://site/graphs/c/numbers?show=notes",
      form && { method: "POST", body: new URLSearchParams(form) },
    ),
    context: context(),
    params: { code: "c" },
  });
  const post = (form: Record<string, string>) => changeNotes(asked(form)) as Promise<unknown>;
  const shown = async () => (await loadNotes(asked())).data.notes;
  const pageOf = async (refused?: RefusedNote) =>
    renderToStaticMarkup(
      <NotesPage {...(await loadNotes(asked())).data} query={new URLSearchParams()} refused={refused} />,
    );
  const add = (day: string, about = "", words = `About ${day}.`) =>
    post({ intent: "add", day, about, words });

  it("are added about a step, a survey or all of them, and shown on the survey's page, the newest day first", async () => {
    expect(await add("2026-03-01", "AtFault")).toMatchObject({ status: 303 });
    await add("2026-03-03", "*");
    await add("2026-03-02");
    expect((await shown()).map(({ day, about }) => [day, about])).toEqual([
      ["2026-03-03", "All surveys"],
      ["2026-03-02", "The whole survey"],
      ["2026-03-01", "At fault"],
    ]);
    const html = await pageOf();
    expect(html).toContain("<h1>Notes on c</h1>");
    expect(html).toContain('href="/graphs/c/numbers?at=AtFault#picked">At fault</a>');
    expect(html).not.toContain('role="alert"');
  });

  it("are those of the days that are asked for, the first and the last included", async () => {
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"]) await add(day);
    const days = async (within?: { from?: string; to?: string }) =>
      (await notesOf(context(), view, within)).map(({ day }) => day.slice(-1)).join("");
    expect(await days({ from: "2026-03-02", to: "2026-03-03" })).toBe("32");
    expect(await days({ to: "2026-03-02" })).toBe("21");
    expect(await days()).toBe("4321");
  });

  it("are refused in the form itself, each error at its own field and no other", async () => {
    const refused = (await post({ intent: "add", day: "2026-02-31", about: "Nowhere", words: " " })) as {
      data: RefusedNote;
      init: ResponseInit;
    };
    expect(refused.init.status).toBe(422);
    expect(Object.keys(refused.data.wrong).sort()).toEqual(["about", "day", "words"]);
    const page = await pageOf({ ...refused.data, wrong: { day: "Write the day like this: 2026-01-31." } });
    expect(page.match(/role="alert"/g)).toHaveLength(1);
    expect(page).toMatch(/<span id="day-error" role="alert"[^>]*>Write the day like this/);
    expect(await shown()).toEqual([]);
  });

  it("are changed and deleted by their id, and one that is gone is said to be", async () => {
    await add("2026-03-01");
    const { id } = (await shown())[0]!;
    await post({ intent: "change", id, day: "2026-03-05", words: "Better\r\nwords." });
    expect(await shown()).toMatchObject([{ id, day: "2026-03-05", words: "Better\nwords." }]);
    await post({ intent: "delete", id });
    expect(await shown()).toEqual([]);
    const gone = (await post({ intent: "change", id, day: "2026-03-05", words: "x" })) as {
      data: RefusedNote;
    };
    expect(await pageOf(gone.data)).toContain("This note has been deleted.");
  });
});
