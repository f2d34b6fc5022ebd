import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { readArrival, track } from "../../../machines/context/tracking.ts";
import { findEntry, variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { fixedBuyers } from "../../../machines/rules/one-to-one.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { codeOf, withoutComments } from "../../../services/visits/code-of.ts";
import { machineVersion, versionWith } from "../../../services/visits/machine-version.ts";
import { submissionWith } from "../../../services/visits/submission.ts";
import { finishedVisit } from "../../machines/lead/finished-visit.ts";
import { holds } from "../../support/holds.ts";
import { noon } from "../../support/lead-facts.ts";

const named = (name: string, configured = true): Destination => ({
  name,
  configured,
  firstRetryMs: 1,
  deliver: () => Promise.reject(new Error("nothing is sent here")),
});
const everybody = ["lead-prosper", "distribution", "transformed-lead", "ticket-lead"].map((name) =>
  named(name),
);

function submit(
  path: string,
  answers: Answers = {},
  { checks = {}, known = {}, destinations = everybody } = {},
) {
  const entry = findEntry(path)!;
  const { keepsQuery } = entry.variant;
  const arrival = readArrival(path, new URLSearchParams(), "https://ads.example/", { keepsQuery });
  const context = finishedVisit(answers, { tracking: track(arrival, entry.defaults), checks });
  const visit = { arrival, facts: known };
  const state = { visit, replay: { snapshot: { context } }, path: [], log: [] } as unknown as VisitState;
  const made = { settings: readSettings({}), build: "test", now: () => noon, random: () => 0.5 };
  const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" };
  return submissionWith({ ...made, destinations })({ entry, state, caller });
}

describe.each(["gpc", "do-not-sell"] as const)("a visitor who has opted out by %s", (by) => {
  const known = {
    optOut: { by },
    certificates: { trustedFormUrl: `https://cert.trustedform.com/${"a".repeat(40)}`, leadidToken: "" },
  };
  it.each([
    ["/survey/e", ["lead-prosper"]],
    ["/survey/f", ["lead-prosper"]],
    ["/survey/ticket", ["ticket-lead"]],
  ])("is received as the consent says: %s by %j", (path, expected) => {
    const destinations = [...everybody, named("trustedform-certificate"), named("bad-words")];
    const answers = { case_description: "They promised a gift card after the crash." };
    expect(submit(path, answers, { destinations }).outbox.length).toBeGreaterThanOrEqual(expected.length);
    const { outbox } = submit(path, answers, { destinations, known });
    expect(outbox.map(({ destination }) => destination)).toEqual(expected);
  });

  it("has that on record with the consent, and not in the lead", () => {
    const { consent, lead } = submit("/survey/c", {}, { known });
    expect(consent?.body).toMatchObject({ optOut: by });
    expect(JSON.stringify(lead.record)).not.toMatch(/opt_?out|gpc/i);
    expect(submit("/survey/c").consent?.body).not.toHaveProperty("optOut");
  });
});

describe("the messages of a lead", () => {
  it(
    "a message goes only to a destination that is there, and waits for one without settings",
    holds(334),
    () => {
      const destinations = [named("lead-prosper", false)];
      const { outbox } = submit("/survey/e", {}, { destinations });
      expect(outbox.map(({ destination, status }) => [destination, status])).toEqual([
        ["lead-prosper", "unconfigured"],
      ]);
      expect(submit("/survey/ticket", {}, { destinations }).outbox).toEqual([]);
    },
  );
});

describe("the consent of a lead", () => {
  it("the consent says in which language it was given, and which buyers were shown and chosen", () => {
    const { lead, consent } = submit("/survey/es");
    expect([lead.record.language, consent?.body.language]).toEqual(["en", "es"]);
    const buyers = fixedBuyers([{ name: "North Law", ids: [1] }]);
    expect(submit("/survey/v4nv-d1", {}, { checks: { buyers } }).consent?.body).toMatchObject({
      buyersShown: ["North Law"],
      buyersChosen: ["North Law"],
    });
    expect(submit("/survey/c").consent?.body).not.toHaveProperty("buyersShown");
  });
});

describe("the version of a chart", () => {
  it("differs from variant to variant, and is the same whenever it is asked for", () => {
    const versions = [...variants.values()].map(machineVersion);
    expect(new Set(versions).size).toBe(variants.size);
    expect([...variants.values()].map(machineVersion)).toEqual(versions);
  });

  it("is another one when a rule is another, and the rules are those of machines/survey.ts", () => {
    const c = variants.get("c")!;
    const rules = codeOf(pathToFileURL("machines/survey.ts"));
    expect(rules).toContain("function isSeriousAndRecent(");
    expect(versionWith(rules)(c)).toBe(machineVersion(c));
    expect(versionWith(rules.replace("function isSeriousAndRecent(", "function isRecent("))(c)).not.toBe(
      machineVersion(c),
    );
  });

  it("is another one when a guard, a target or a combined guard is another", () => {
    const { machine } = variants.get("c")!;
    const changed = [
      { guard: "b" },
      { guard: "b", target: "x" },
      { guard: combined("a") },
      { guard: combined("b") },
    ];
    const versions = changed.map((transition) =>
      machineVersion({ machine: { ...machine, config: { on: { NEXT: transition } } } } as never),
    );
    expect(new Set(versions).size).toBe(4);
  });
});

describe("the code of a rule", () => {
  const folder = mkdtempSync(join(tmpdir(), "code-"));
  const helper = join(folder, "helper.ts");
  const rule = pathToFileURL(join(folder, "rule.ts"));
  writeFileSync(
    rule,
    'import { limit } from "./helper.ts";\nexport const isOld = (years: number) => years > limit;',
  );
  const codeWith = (source: string) => {
    writeFileSync(helper, source);
    return codeOf(rule);
  };
  const before = codeWith("export const limit = 5;");

  it("changes with a helper that the rule refers to", () => {
    expect(codeWith("export const limit = 6;")).not.toBe(before);
  });

  it("stays with the helper's comments and formatting", () => {
    expect(codeWith("/** In years. */\nexport const limit =\n  5; // as the law has it")).toBe(before);
  });

  it("is every token of every file below machines/, and no comment", () => {
    for (const file of globSync("machines/**/*.ts")) {
      const source = readFileSync(file, "utf8");
      expect(withoutComments(source).replace(/\s+/g, ""), file).toBe(tokensOf(source).replace(/\s+/g, ""));
    }
  });
});

function combined(guard: string) {
  return Object.assign(function and() {}, { guards: [guard] });
}

function tokensOf(source: string): string {
  const words: string[] = [];
  const visit = (node: ts.Node) => {
    const inner = node.getChildren().filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (inner.length > 0) inner.forEach(visit);
    else words.push(node.getText());
  };
  visit(ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true));
  return words.join(" ");
}
