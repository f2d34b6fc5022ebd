import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { charts } from "../../../machines/charts.ts";
import { disqualification } from "../../../machines/context/disqualification.ts";
import { accountOf, type ChartDifference, compareCharts, kinds } from "../../../machines/graph/account.ts";
import { comparedEdges, comparedStates, isSame } from "../../../machines/graph/diff.ts";
import { foldPaths } from "../../../machines/graph/fold-paths.ts";
import { type Charted, graphOf } from "../../../machines/graph/graph.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { mutantsOf } from "../../paths/model/mutants.ts";
import { type Config, edits } from "./planted.ts";

const between = (one: Charted, other: Charted) => compareCharts(accountOf(one), accountOf(other));
const chart = (code: string): Charted => variants.get(code)!;
const configured = (config: Config): Charted => ({ code: "c", machine: createMachine(config as never) });
const configOf = (code: string) => variants.get(code)!.machine.config as Config;

/** The differences, kind by kind: `+`, `-` and `~` before an id. */
const described = (difference: ChartDifference) =>
  kinds.flatMap((kind) => {
    const { gained, lost, changed } = difference[kind];
    const signed = (sign: string, ids: readonly string[]) => ids.map((id) => `${sign} ${kind} ${id}`);
    return [
      ...signed("+", gained),
      ...signed("-", lost),
      ...signed(
        "~",
        changed.map(({ id }) => id),
      ),
    ];
  });

const plain = configured(configOf("c"));

describe("what was edited in C's chart", () => {
  it.each(edits)("is reported as it is: $name", ({ edit, tells }) => {
    const changed = structuredClone(withNames(configOf("c"))) as Config;
    edit(changed);
    const difference = described(between(plain, configured(changed)));
    const isHarmless = tells.length === 0;
    expect(difference.filter((line) => isHarmless || !line.includes(" paths "))).toEqual(tells);
  });
});

function withNames(config: Config): unknown {
  return JSON.parse(JSON.stringify(config));
}

describe.each(["c", "one-page", "dui"])("every small mutation of %s", (code) => {
  it("is reported as an edge, and as no state", () => {
    const whole = graphOf(chart(code));
    const mutants = mutantsOf(variants.get(code)!.machine);
    expect(mutants.length).toBeGreaterThan(30);
    for (const { name, machine } of mutants) {
      const mutated = graphOf({ code, machine });
      const edges = comparedEdges(whole, mutated);
      expect(isSame(edges), name).toBe(false);
      if (name.endsWith(": dropped")) expect(edges.lost.length, name).toBeGreaterThan(0);
      expect(isSame(comparedStates(whole, mutated)), name).toBe(true);
    }
  });
});

it("the same chart under another name has no differences", () => {
  const { questions, ...others } = between(chart("medical-treatment"), chart("medical-treatment-2"));
  expect(described({ questions, ...others })).toEqual([]);
});

it("two variants differ by what only one of them has", () => {
  const difference = between(chart("v4nv"), chart("v7"));
  expect(described(difference).filter((line) => !line.includes(" paths "))).toEqual([
    "+ states GetStartedFirstStep",
    "+ edges GetStartedFirstStep#NEXT#pathContainsSurveyV4nv#WhenWasTheAccident",
    "+ edges GetStartedFirstStep#NEXT##AutoAccidentCaseWorth",
    "- edges StartPath#always#pathContainsSurveyV4nv#WhenWasTheAccident",
    "~ edges StartPath#always##AutoAccidentCaseWorth",
    "+ questions GetStartedFirstStep",
  ]);
  expect(difference.paths.gained.every((path) => path.startsWith("GetStartedFirstStep > "))).toBe(true);
});

it("the same question with other words is reported", () => {
  expect(described(between(chart("c"), chart("vw3")))).toContain("+ states TypeOfMedicalTreatmentVW3");
  const { questions } = between(chart("v4nv"), chart("v4nv"));
  expect(isSame(questions)).toBe(true);
  expect(between(chart("c"), chart("v4nv")).questions.changed.map(({ id }) => id)).toContain(
    "WasUserInjured",
  );
});

it("a gained end and a lost reason to disqualify are reported", () => {
  const { outcomes } = between(chart("c"), chart("one-page"));
  expect(outcomes).toEqual({
    gained: ["end Disqualified"],
    lost: ["dq_reason is_gibberish|yes"],
    changed: [],
  });
});

it("a changed window of days is one change, with its days", () => {
  const judge: typeof disqualification = (lead, today) =>
    disqualification({ ...lead, limits: { qualifiedDays: 700 } }, today);
  const account = accountOf(chart("c"), { questions: stepNamed, judge });
  const { verdicts } = compareCharts(accountOf(chart("c")), account);
  const how = ["730", "700"].map(
    (days) =>
      `qualified to ${days} days after, then not qualified to 745 days after, then date|accident_limit_exceeded`,
  );
  expect(verdicts).toEqual({
    gained: [],
    lost: [],
    changed: [{ id: "nothing said", how: [`verdict was ${how[0]}, is ${how[1]}`] }],
  });
});

const pathsOf = (code: string) => [...accountOf(charts.find((chart) => chart.code === code)!).paths.keys()];
const many = Array.from({ length: 40 }, (_, at) => `When > Fault > Screen${at} > Phone > Thanks`);

describe("paths that change in the same way are reported once, with their number", () => {
  it.each([
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

  it("two changes far apart are two parts of one change", () => {
    const edited = many.map((path) => `Welcome > ${path.replace("Phone", "Mail")}`);
    expect(foldPaths(many, edited).changed).toEqual([
      { id: "40 paths", how: ["they now pass Welcome", "they pass Mail in place of Phone"] },
    ]);
  });

  it("paths lost or gained with a screen are described by how they differ from the others", () => {
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

  it("screens that swap places count as paths lost and gained", () => {
    const turned = many.map((path) => path.replace("When > Fault", "Fault > When"));
    const { gained, lost, changed } = foldPaths(many, turned);
    expect([gained, lost]).toEqual([[], []]);
    expect(changed.map(({ id }) => id)).toEqual(["40 paths lost", "40 paths gained"]);
  });

  it("a path that changes alone is one change, and charts without common screens list all paths", () => {
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

it.each([
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
