import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultFlags, pageFlags } from "../../machines/rules/page-flags.ts";

it("everything is off or at its default where nothing is said", () => {
  expect(pageFlags(undefined)).toEqual(defaultFlags);
  expect(pageFlags("")).toEqual(defaultFlags);
  expect(Object.values(defaultFlags).filter((value) => value === true)).toEqual([]);
  expect(defaultFlags).toMatchObject({ theme: "default", logo: "default", nameAndEmailCta: "none" });
  expect(defaultFlags).toMatchObject({ compensation: "text", combinedLastStep: false, verifyPhone: false });
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

  it("overrides the path, both ways", () => {
    const path = { combinedLastStep: true, theme: "v3" } as const;
    expect(pageFlags(undefined, path)).toEqual({ ...defaultFlags, ...path });
    expect(pageFlags("combinedLastStep:off,theme:default", path)).toEqual(defaultFlags);
  });
});

it("whatever is asked, the flags are the known ones with known values", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Object.keys(pageFlags(text))).toEqual(Object.keys(defaultFlags));
      for (const value of Object.values(pageFlags(text)))
        expect(["string", "boolean"]).toContain(typeof value);
    }),
  );
});
