import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { charts } from "../../../machines/charts.ts";
import { accountOf } from "../../../machines/graph/account.ts";
import { digestsIn } from "../../../tools/graphs/digests.ts";
import { root } from "../../support/source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-digests-"));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync(join(root, "machines"), folder, { recursive: true });

const before = digestsIn(folder);
const accounts = charts.map((chart) => accountOf(chart));
const names = (kind: "guards" | "actions") => [
  ...new Set(accounts.flatMap((each) => [...each[kind].keys()])),
];

/** Every guard and action whose code is another once a text of a file is replaced. */
function changedBy(file: string, replace: (text: string) => string): string[] {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const replaced = replace(text);
  expect(replaced, "the edit").not.toBe(text);
  writeFileSync(path, replaced);
  const after = digestsIn(folder);
  writeFileSync(path, text);
  return [
    ...names("guards").filter((name) => before.guard(name) !== after.guard(name)),
    ...names("actions").filter((name) => before.action(name) !== after.action(name)),
  ].sort();
}

it("every guard and action of every chart has code", () => {
  expect(names("guards").filter((name) => before.guard(name) === "")).toEqual([]);
  expect(names("actions").filter((name) => before.action(name) === "")).toEqual([]);
  expect(before.guard("nobody")).toBe("");
});

describe("an edit of code is seen in what asks it, and nowhere else", () => {
  it.each<[file: string, from: string, to: string, changed: string[]]>([
    [
      "guards.ts",
      'answerIs(context.answers.at_Fault, "yes")',
      'answerIs(context.answers.at_Fault, "no")',
      ["atFault"],
    ],
    [
      "guards.ts",
      'answerIs(context.answers.missed_work, "yes")',
      '!answerIs(context.answers.missed_work, "yes")',
      ["missedWork"],
    ],
    ["guards.ts", "> QUALIFIED_WINDOW_DAYS", ">= QUALIFIED_WINDOW_DAYS", ["overTwoYears"]],
    ["guards.ts", '["no_test", "refused_test"]', '["no_test"]', ["noAlcoholTest"]],
    ["guards.ts", "combinedLastStep ?? false", "combinedLastStep ?? true", ["combinedLastStep"]],
    ["guards.ts", '=== "yes",\n  driverIdentified', '!== "yes",\n  driverIdentified', ["hitAndRun"]],
    ["guards.ts", "length > 0", "length > 1", ["hasErrors"]],
    ["rules/limits.ts", "WILLING_TO_TREAT_DAYS = 14", "WILLING_TO_TREAT_DAYS = 15", ["mayStillTreat"]],
    [
      "rules/limits.ts",
      "SERIOUS_INJURY_MONTHS = 12",
      "SERIOUS_INJURY_MONTHS = 11",
      ["seriousRecentAndAtFault"],
    ],
    [
      "rules/limits.ts",
      "QUALIFIED_WINDOW_DAYS = 730",
      "QUALIFIED_WINDOW_DAYS = 731",
      ["disqualified", "overTwoYears"],
    ],
    [
      "rules/limits.ts",
      "PHONE_FRAUD_SCORE_MAX = 85",
      "PHONE_FRAUD_SCORE_MAX = 86",
      ["acceptPhone", "acceptPhoneUnchecked", "phoneIsBad", "phoneIsBadOrInactive"],
    ],
    [
      "rules/limits.ts",
      "EMAIL_BLOCK_AFTER_BAD_RESULTS = 2",
      "EMAIL_BLOCK_AFTER_BAD_RESULTS = 3",
      ["refuseEmail"],
    ],
    ["rules/limits.ts", 'SOCIAL_PIXEL_AFFID = "389"', 'SOCIAL_PIXEL_AFFID = "390"', ["countLead", "greet"]],
    ["rules/injury-window.ts", '"Whiplash",', "", ["seriousRecentAndAtFault"]],
    ["rules/injury-window.ts", "age.days <= WILLING", "age.days < WILLING", ["mayStillTreat"]],
    ["rules/email.ts", "|| report.disposable", "&& report.disposable", ["emailIsBad", "refuseEmail"]],
    ["survey-path.ts", '"surveyes", ', "", ["spanishPath"]],
    ["survey.ts", "assign({ inDuiFlow: true })", "assign({ inDuiFlow: false })", ["enterDuiFlow"]],
    ["survey.ts", 'phone: "phoneRefused" as const', 'phone: "zipUnknown" as const', ["refusePhone"]],
    ["survey.ts", 'raise({ type: "NEXT" })', 'raise({ type: "REFUSED" })', ["advance"]],
    [
      "site/phone-code.ts",
      "event.now >= context.cooldownUntil",
      "event.now > context.cooldownUntil",
      ["cooledDown"],
    ],
    ["site/phone-code.ts", "CODE_LENGTH = 6", "CODE_LENGTH = 5", ["codeIsLongEnough", "typeCode"]],
    ["visit/facts.ts", 'APPROVED = "approved"', 'APPROVED = "ok"', ["isApproved"]],
    ["site/navigation.ts", "MENU_MAX_WIDTH = 1120", "MENU_MAX_WIDTH = 1121", ["isWide"]],
  ])("%s: %s → %s", (file, from, to, changed) => {
    expect(changedBy(file, (text) => text.replace(from, to))).toEqual(changed);
  });
});

describe("an edit that changes nothing is not seen", () => {
  it.each<[what: string, file: string, replace: (text: string) => string]>([
    ["a comment", "guards.ts", (text) => text.replace("atFault: (", "/* who */ atFault: (")],
    ["a comment at a limit", "rules/limits.ts", (text) => text.replace("730;", "730; // two years")],
    [
      "another setting",
      "guards.ts",
      (text) => text.replaceAll("=> says", "=>\n\n    says").replaceAll('yes")', 'yes",\n)'),
    ],
    ["a type", "guards.ts", (text) => text.replace("type Asked = {", "type Asked = { other?: string;")],
    [
      "a type said in place",
      "rules/email.ts",
      (text) =>
        text.replace(
          "isBadEmail(report: EmailReport)",
          "isBadEmail(report: { valid: boolean; disposable: boolean })",
        ),
    ],
    [
      "the order of guards",
      "guards.ts",
      (text) => text.replace(/( {2}atFault: .*\n)( {2}injured: .*\n)/, "$2$1"),
    ],
    ["an import's order", "guards.ts", (text) => text.replace(/(import .*\n)(import .*\n)/, "$2$1")],
    [
      "a limit nobody asks here",
      "rules/limits.ts",
      (text) => text.replace("COMPENSATION_MAX = 250_000", "COMPENSATION_MAX = 1"),
    ],
    ["a step's wording", "steps/fault.ts", (text) => text.replace(/heading: "[^"]*"/, 'heading: "?"')],
  ])("%s", (_, file, replace) => {
    expect(changedBy(file, replace)).toEqual([]);
  });
});

it("what moves to another file is the same, and is missed where it is not", () => {
  const moved = join(folder, "rules/moved.ts");
  const asked = () =>
    changedBy("rules/injury-window.ts", (text) => text.replace('from "./limits.ts"', 'from "./moved.ts"'));
  expect(asked()).toEqual(["mayStillTreat", "seriousRecentAndAtFault"]);
  writeFileSync(moved, 'export { SERIOUS_INJURY_MONTHS, WILLING_TO_TREAT_DAYS } from "./limits.ts";');
  expect(asked()).toEqual([]);
  cpSync(join(folder, "rules/limits.ts"), moved);
  expect(asked()).toEqual([]);
});

describe("what a lead is derived by", () => {
  const names = { guards: ["overTwoYears"], actions: [], makesLead: true };
  const changed = (kind: "limits" | "rules", edit: (text: string) => string, file = "rules/limits.ts") => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, edit(text));
    const [was, is] = [before.behind(names)[kind], digestsIn(folder).behind(names)[kind]];
    writeFileSync(path, text);
    return [...is]
      .filter(([name, value]) => was.get(name) !== value)
      .map(([name, value]) => [name, was.get(name), value]);
  };

  it("has its limits by their values", () => {
    const edit = (text: string) =>
      text
        .replace("ENOUGH_WORDS = 4", "ENOUGH_WORDS = 9")
        .replace("LAST_YEAR_DAYS = 365", "LAST_YEAR_DAYS = 100")
        .replace("EARLY_TREATMENT_DAYS = 15", "EARLY_TREATMENT_DAYS = 3");
    expect(changed("limits", edit).sort()).toEqual([
      ["EARLY_TREATMENT_DAYS", "15", "3"],
      ["ENOUGH_WORDS", "4", "9"],
      ["LAST_YEAR_DAYS", "365", "100"],
    ]);
    expect(changed("rules", edit)).toEqual([]);
  });

  it("has its rules by their code", () => {
    const edit = (text: string) =>
      text.replace('verdict.lead_is_qualified === "yes"', 'verdict.lead_is_qualified !== "no"');
    expect(changed("rules", edit, "lead/derive.ts").map(([name]) => name)).toEqual(["deriveLead"]);
  });

  it("is of no chart that makes none", () => {
    const { limits, rules } = before.behind({ ...names, makesLead: false });
    expect([limits.has("QUALIFIED_WINDOW_DAYS"), limits.has("ENOUGH_WORDS"), rules.size]).toEqual([
      true,
      false,
      0,
    ]);
  });
});
