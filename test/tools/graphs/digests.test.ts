import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { accountOf } from "../../../machines/graph/account.ts";
import { digestsIn } from "../../../tools/graphs/digests.ts";
import { root } from "../../support/source-files.ts";

it("every guard and action of every chart has code", () => {
  const digests = digestsIn(join(root, "machines"));
  const accounts = charts.map((chart) => accountOf(chart));
  const names = (kind: "guards" | "actions") => accounts.flatMap((each) => [...each[kind].keys()]);
  expect(names("guards").filter((name) => digests.guard(name) === "")).toEqual([]);
  expect(names("actions").filter((name) => digests.action(name) === "")).toEqual([]);
  expect(digests.guard("nobody")).toBe("");
});

/** A chart's code as that of the surveys is written, in files of a few lines. */
const files = {
  "limits.ts": `
export const WINDOW_DAYS = 730;
export const TREAT_DAYS = 14;
export const ENOUGH_WORDS = 4;
export const PAGE_ITEMS = 20;
`,
  "rules.ts": `
import { TREAT_DAYS, WINDOW_DAYS } from "./limits.ts";
import grave from "./rules/grave.json" with { type: "json" };
export type Age = { days: number };
const serious = ["Whiplash", "Burns"];
export function isOld(age: Age) { return age.days > WINDOW_DAYS; }
export function mayTreat(age: Age) { return age.days <= TREAT_DAYS; }
export function isSerious(injury: string) { return serious.concat(grave).includes(injury); }
`,
  "rules/grave.json": `["Paralysis", "Amputation"]
`,
  "guards.ts": `
import { isSerious } from "./rules.ts";
import { isOld } from "./rules.ts";
import * as rules from "./rules.ts";
type Asked = { context: any };
export const guards = {
  atFault: ({ context }: Asked) => context.fault === "yes",
  seriousAndOld: ({ context }: Asked) => isSerious(context.injury) && isOld(context.age),
  old: ({ context }: Asked) => isOld(context.age),
  mayTreat: ({ context }: Asked) => rules.mayTreat(context.age),
  longList: ({ context: { PAGE_ITEMS } }: Asked) => PAGE_ITEMS > 3,
};
`,
  "survey.ts": `
import { assign, raise, setup } from "xstate";
import { guards } from "./guards.ts";
const APPROVED = "approved";
export const survey = setup({
  guards: { ...guards, isBad: ({ event }) => !event.output.valid, isApproved: (_, { approved }) => approved },
  actions: {
    refuse: assign({ error: "refused" as const }),
    advance: raise({ type: "NEXT" }),
  },
});
export const machine = survey.createMachine({
  on: { NEXT: { guard: { type: "isApproved", params: ({ context }) => ({ approved: context.verdict === APPROVED }) } } },
});
`,
  "lead/derive.ts": `
import { ENOUGH_WORDS, WINDOW_DAYS } from "../limits.ts";
export function deriveLead(answers: { days: number; words: number }) {
  return { qualified: isQualified(answers.days), told: answers.words >= ENOUGH_WORDS };
}
function isQualified(days: number) { return days < WINDOW_DAYS; }
`,
};
const guardNames = ["atFault", "isApproved", "isBad", "longList", "mayTreat", "old", "seriousAndOld"];
const actionNames = ["advance", "refuse"];

const folder = mkdtempSync(join(tmpdir(), "claimpath-digests-"));
afterAll(() => rmSync(folder, { recursive: true }));
function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
for (const [file, text] of Object.entries(files)) write(file, text);
const before = digestsIn(folder);

type Replacement = [file: keyof typeof files, from: string | RegExp, to: string];

function edited(...replacements: Replacement[]) {
  for (const [file, from, to] of replacements) {
    const replaced = files[file].replace(from, to);
    expect(replaced, "the edit").not.toBe(files[file]);
    write(file, replaced);
  }
  const digests = digestsIn(folder);
  for (const [file] of replacements) write(file, files[file]);
  return digests;
}

function changedBy(...replacements: Replacement[]): string[] {
  const digests = edited(...replacements);
  return [
    ...guardNames.filter((name) => before.guard(name) !== digests.guard(name)),
    ...actionNames.filter((name) => before.action(name) !== digests.action(name)),
  ];
}

it("every guard and action of the fixture has code", () => {
  expect(guardNames.filter((name) => before.guard(name) === "")).toEqual([]);
  expect(actionNames.filter((name) => before.action(name) === "")).toEqual([]);
});

describe("an edit is seen in the guards and actions that it changes, and nowhere else:", () => {
  it.each<[what: string, edit: Replacement, changed: string[]]>([
    ["a guard's own code", ["guards.ts", '=== "yes"', '!== "yes"'], ["atFault"]],
    ["a function that a guard calls", ["rules.ts", "days <= TREAT", "days < TREAT"], ["mayTreat"]],
    ["a limit, through the functions", ["limits.ts", "= 730", "= 731"], ["old", "seriousAndOld"]],
    ["a limit behind a file imported whole", ["limits.ts", "= 14", "= 15"], ["mayTreat"]],
    ["a table", ["rules.ts", '"Whiplash", ', ""], ["seriousAndOld"]],
    ["a list in a file of data", ["rules/grave.json", "Paralysis", "Coma"], ["seriousAndOld"]],
    ["a guard written where the charts are set up", ["survey.ts", "!event", "event"], ["isBad"]],
    ["a guard's parameters", ["survey.ts", '= "approved"', '= "ok"'], ["isApproved"]],
    ["an action's own code", ["survey.ts", '"refused"', '"unknown"'], ["refuse"]],
    ["an event that is raised", ["survey.ts", 'raise({ type: "NEXT"', 'raise({ type: "BACK"'], ["advance"]],
  ])("%s", (_, edit, changed) => {
    expect(changedBy(edit)).toEqual(changed);
  });
});

describe("an edit that changes nothing is not seen:", () => {
  it.each<[what: string, ...edit: Replacement]>([
    ["a comment", "guards.ts", "atFault: (", "/* who */ atFault: ("],
    ["a comment at a limit", "limits.ts", "730;", "730; // two years"],
    [
      "line breaks and a trailing comma",
      "rules.ts",
      '["Whiplash", "Burns"]',
      '[\n  "Whiplash",\n  "Burns",\n]',
    ],
    ["a type", "rules.ts", "Age = {", "Age = { since?: string;"],
    ["a type written in place", "rules.ts", "isOld(age: Age)", "isOld(age: { days: number })"],
    ["the order of guards", "guards.ts", /( {2}old: .*\n)( {2}mayTreat: .*\n)/, "$2$1"],
    ["the order of imports", "guards.ts", /(import .*\n)(import .*\n)/, "$2$1"],
    ["a limit of the same name as a variable", "limits.ts", "PAGE_ITEMS = 20", "PAGE_ITEMS = 30"],
    ["what only the lead asks", "limits.ts", "ENOUGH_WORDS = 4", "ENOUGH_WORDS = 9"],
  ])("%s", (_, ...edit) => {
    expect(changedBy(edit)).toEqual([]);
  });
});

it("a rule that moves to another file is the same, and is reported missing where it is not there", () => {
  const asked = () => changedBy(["rules.ts", 'from "./limits.ts"', 'from "./moved.ts"']);
  expect(asked()).toEqual(["mayTreat", "old", "seriousAndOld"]);
  write("moved.ts", 'export { TREAT_DAYS, WINDOW_DAYS } from "./limits.ts";');
  expect(asked()).toEqual([]);
  write("moved.ts", files["limits.ts"]);
  expect(asked()).toEqual([]);
});

describe("what a lead is derived by", () => {
  const asked = { guards: ["mayTreat"], actions: [], makesLead: true };

  it("includes its limits, and those of the chart's guards, by their values", () => {
    const { limits } = before.behind(asked);
    expect([...limits].sort()).toEqual([
      ["ENOUGH_WORDS", "4"],
      ["TREAT_DAYS", "14"],
      ["WINDOW_DAYS", "730"],
    ]);
    const is = edited(["limits.ts", "ENOUGH_WORDS = 4", "ENOUGH_WORDS = 9"]).behind(asked);
    expect(is.limits.get("ENOUGH_WORDS")).toBe("9");
    expect(is.rules).toEqual(before.behind(asked).rules);
  });

  it("includes its rules by their code", () => {
    const was = before.behind(asked).rules;
    const is = edited(["lead/derive.ts", "days < WINDOW", "days <= WINDOW"]).behind(asked).rules;
    expect([...is.keys()].filter((name) => was.get(name) !== is.get(name))).toEqual(["isQualified"]);
  });

  it("belongs to no chart without a lead", () => {
    const { limits, rules } = before.behind({ ...asked, makesLead: false });
    expect([[...limits.keys()], rules.size]).toEqual([["TREAT_DAYS"], 0]);
  });
});
