import { describe, expect, it } from "vitest";
import type { Audit } from "../../../tools/screens/audit/audit.ts";
import { inWords, isClean, type Report, totalsOf } from "../../../tools/screens/audit/report.ts";
import { nameOf, type Screen, withFlags } from "../../support/screens/screen.ts";

const screen: Screen = {
  group: "c",
  name: "03-AtFault",
  state: "errors",
  language: "en",
  address: "/survey/c",
  step: "AtFault",
};
const small = { check: "target-44", help: "Targets are large", nodes: ["<button>"] };
const clean: Audit = { condition: "390 px", violations: [], incomplete: 2 };
const wrong: Audit = { condition: "320 px", violations: [small], incomplete: 0 };
const walk = { survey: "c", address: "/survey/c", steps: 10 };
const report = (part: Partial<Report> = {}): Report => ({
  screens: [{ ...screen, audits: [clean], alike: 4 }],
  keyboard: [walk],
  unseen: [],
  ...part,
});

describe("the accessibility report", () => {
  it("is clean when everything was examined without findings", () => {
    expect(isClean(report())).toBe(true);
    const found = { audits: 1, violations: 0, incomplete: 2, keyboard: 1, unfinished: 0 };
    expect(totalsOf(report())).toEqual({ screens: 1, alike: 4, ...found });
    expect(inWords(report())).toContain("Nothing is wrong on 1 screens in 1 audits");
  });

  it("is not clean after any finding, and says what and where", () => {
    const found = report({ screens: [{ ...screen, audits: [clean, wrong], alike: 0 }] });
    expect(isClean(found)).toBe(false);
    expect(inWords(found)).toContain(
      "target-44: Targets are large\n  c-03-AtFault-errors at 320 px\n    <button>",
    );
    expect(inWords(found)).toContain("There are 1 violations on 1 screens");
  });

  it.each([
    ["a walk by keyboard", { keyboard: [{ ...walk, failure: "Tab does not lead there" }] }],
    ["a page", { unseen: [{ name: "error-503", failure: "Tab does not lead there" }] }],
  ])("is not clean when %s could not be finished", (_name, part) => {
    expect(isClean(report(part))).toBe(false);
    expect(inWords(report(part))).toContain("Tab does not lead there");
  });
});

describe("a screen", () => {
  it("is named after its owner, its place and its state", () => {
    expect(nameOf(screen)).toBe("c-03-AtFault-errors");
    expect(nameOf({ ...screen, group: "pages", name: "home", state: "first" })).toBe("home");
  });

  it("keeps the flags in its address", () => {
    expect(withFlags("/survey/c", [])).toBe("/survey/c");
    expect(withFlags("/survey/v4nv?flags=combinedLastStep", ["theme:v12"])).toBe(
      "/survey/v4nv?flags=combinedLastStep%2Ctheme%3Av12",
    );
  });
});
