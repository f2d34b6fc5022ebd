import { describe, expect, test } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { accountOf } from "../../../machines/graph/account.ts";
import { foldPaths } from "../../../machines/graph/fold-paths.ts";

const pathsOf = (code: string) => [...accountOf(charts.find((chart) => chart.code === code)!).paths.keys()];
const many = Array.from({ length: 40 }, (_, at) => `When > Fault > Screen${at} > Phone > Thanks`);

describe("paths that change in the same way are reported once, with their number", () => {
  test.each([
    ["a new first screen", (path: string) => `Welcome > ${path}`, "they now pass Welcome"],
    ["a screen removed", (path: string) => path.replace("Fault > ", ""), "they no longer pass Fault"],
    [
      "one screen in place of two",
      (path: string) => path.replace("Phone > Thanks", "End"),
      "they pass End in place of Phone > Thanks",
    ],
  ])("%s", (_what, edit, how) => {
    expect(foldPaths(many, many.map(edit))).toEqual({
      gained: [],
      lost: [],
      changed: [{ id: "40 paths", how: [how] }],
    });
  });

  test("two changes far apart are two parts of one change", () => {
    const edited = many.map((path) => `Welcome > ${path.replace("Phone", "Mail")}`);
    expect(foldPaths(many, edited).changed).toEqual([
      { id: "40 paths", how: ["they now pass Welcome", "they pass Mail in place of Phone"] },
    ]);
  });

  test("paths lost or gained with a screen are described by how they differ from the others", () => {
    const detours = many.map((path) => path.replace("Phone", "Lawyer > Phone"));
    expect(foldPaths([...many, ...detours], many)).toEqual({
      gained: [],
      lost: [],
      changed: [{ id: "40 paths lost", how: ["with Lawyer"] }],
    });
    expect(foldPaths(many, [...many, ...detours]).changed).toEqual([
      { id: "40 paths gained", how: ["with Lawyer"] },
    ]);
  });

  test("screens that swap places count as paths lost and gained", () => {
    const turned = many.map((path) => path.replace("When > Fault", "Fault > When"));
    const { gained, lost, changed } = foldPaths(many, turned);
    expect([gained, lost]).toEqual([[], []]);
    expect(changed.map(({ id }) => id)).toEqual(["40 paths lost", "40 paths gained"]);
  });

  test("a path that changes alone is one change, and charts without common screens list all paths", () => {
    const one = "When > Fault > Screen7 > Mail > Talk > Thanks";
    const edited = many.map((path, at) => (at === 7 ? one : path));
    expect(foldPaths(many, edited).changed).toEqual([
      { id: "1 path", how: ["they pass Mail > Talk in place of Phone"] },
    ]);
    // Half of the screens in common make no path like another.
    const halves = ["Welcome > Phone", "Welcome > Mail"];
    expect(
      foldPaths([...many, "When > Phone", "When > Mail", ...halves], [...many, "When > Phone", "When > Mail"])
        .lost,
    ).toEqual(halves);
    expect(foldPaths(["A > B", "A > C"], ["X > Y"])).toEqual({
      gained: ["X > Y"],
      lost: ["A > B", "A > C"],
      changed: [],
    });
    expect(foldPaths(many, many)).toEqual({ gained: [], lost: [], changed: [] });
  });
});

test.each([
  ["v4nv", "v7"],
  ["v4nv", "v4nv-d1"],
  ["v4nv", "crash-comped"],
  ["v4nv", "v4nv-rz"],
  ["dui", "c"],
])("from %s to %s every lost and every gained path is counted once", (from, to) => {
  const [before, after] = [pathsOf(from), pathsOf(to)];
  const { gained, lost, changed } = foldPaths(before, after);
  const count = (what: RegExp) => changed.reduce((sum, { id }) => sum + Number(what.exec(id)?.[1] ?? 0), 0);
  const both = count(/^(\d+) paths?$/);
  expect(both + count(/^(\d+) paths? lost$/) + lost.length).toBe(
    before.filter((path) => !after.includes(path)).length,
  );
  expect(both + count(/^(\d+) paths? gained$/) + gained.length).toBe(
    after.filter((path) => !before.includes(path)).length,
  );
});
