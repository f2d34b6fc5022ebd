import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultFlags, flagValues, pageFlags } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";
import { root } from "../../support/source-files.ts";

/** The flags of the specification that are on or off. */
const switches = [
  "firstQuestionHeader",
  "findMeALawyer",
  "matchWithLawyer",
  "roundedButtons",
  "noPercentSign",
  "noPrivacyGuarantee",
  "socialProof",
  "accidentTimeframe",
  "combinedLastStep",
  "verifyPhone",
  "overrideForcedActivity",
  "disableScroll",
];

describe("the flags of a page", () => {
  it("every flag is off or at its default unless set", () => {
    expect(pageFlags(undefined)).toEqual(defaultFlags);
    expect(pageFlags("")).toEqual(defaultFlags);
    const switchedOff = Object.fromEntries(switches.map((name) => [name, false]));
    const usual = { progressBar: "default", logo: "default", theme: "default", fontWeight: "default" };
    expect(defaultFlags).toEqual({ ...switchedOff, ...usual, compensation: "text", nameAndEmailCta: "none" });
  });
});

describe("the query", () => {
  it.each([
    ["combinedLastStep", { combinedLastStep: true }],
    ["combinedLastStep:on", { combinedLastStep: true }],
    [
      "combinedLastStep,theme:v3,roundedButtons",
      { combinedLastStep: true, theme: "v3", roundedButtons: true },
    ],
    [" theme:v12 , logo:v5", { theme: "v12", logo: "v5" }],
    ["fontWeight:600,compensation:dollars", { fontWeight: "600", compensation: "dollars" }],
    ["nameAndEmailCta:v2,progressBar:v1", { nameAndEmailCta: "v2", progressBar: "v1" }],
    ["theme:v1,theme:v2", { theme: "v2" }],
    ["theme:v13", {}],
    ["theme:v0", {}],
    ["theme", {}],
    ["logo:v6", {}],
    ["fontWeight:400", {}],
    ["combinedLastStep:yes", {}],
    ["combinedLastStep:true", {}],
    ["CombinedLastStep", {}],
    ["constructor,__proto__,toString:on", {}],
    [",,::,:v3", {}],
  ])("%j sets %j", (flags, expected) => {
    expect(pageFlags(flags)).toEqual({ ...defaultFlags, ...expected });
  });

  it("neither turns verification on nor off", holds("T42"), () => {
    const verified = { ...defaultFlags, verifyPhone: true };
    expect(pageFlags("verifyPhone:off", { verifyPhone: true })).toEqual(verified);
    expect(pageFlags("verifyPhone", { verifyPhone: false })).toEqual(defaultFlags);
    expect(pageFlags("verifyPhone")).toEqual(defaultFlags);
    expect(pageFlags("verifyPhone:off")).toEqual(defaultFlags);
  });

  it("overrides the path, both ways", () => {
    const path = { combinedLastStep: true, theme: "v3" } as const;
    expect(pageFlags(undefined, path)).toEqual({ ...defaultFlags, ...path });
    expect(pageFlags("combinedLastStep:off,theme:default", path)).toEqual(defaultFlags);
  });
});

describe("one flag", () => {
  it.each(switches.filter((name) => name !== "verifyPhone"))(
    "the flag %s is switched on and off",
    holds(208),
    (name) => {
      expect(pageFlags(name)).toEqual({ ...defaultFlags, [name]: true });
      expect(pageFlags(`${name},${name}:off`)).toEqual(defaultFlags);
    },
  );

  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${index + 1}`);
  it.each([
    ["compensation", ["text", "dollars"]],
    ["nameAndEmailCta", ["none", ...numbered(2)]],
    ["progressBar", ["default", "v1"]],
    ["logo", ["default", ...numbered(5)]],
    ["theme", ["default", ...numbered(12)]],
    ["fontWeight", ["default", "500", "600"]],
  ])("the flag %s takes %j", (name, values) => {
    for (const value of values)
      expect(pageFlags(`${name}:${value}`)).toEqual({ ...defaultFlags, [name]: value });
  });

  it("the page of settings lists every flag with its values, in this order", () => {
    const manual = readFileSync(join(root, "docs/settings.md"), "utf8");
    const [, section = ""] = manual.split("\n## Page flags\n");
    const rows = [...section.split("\n## ")[0]!.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)];
    const written = (values: readonly (string | boolean)[]) =>
      values[0] === true ? "on, off" : values.join(", ").replace(/v1, v2, .*(v\d+)$/, "v1–$1");
    expect(rows.map(([, name, values]) => [name, values])).toEqual(
      Object.entries(flagValues).map(([name, values]) => [name, written(values)]),
    );
  });
});

describe("any query for flags", () => {
  it("any query gives the known flags with known values", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Object.keys(pageFlags(text))).toEqual(Object.keys(defaultFlags));
        for (const value of Object.values(pageFlags(text)))
          expect(["string", "boolean"]).toContain(typeof value);
      }),
    );
  });
});
