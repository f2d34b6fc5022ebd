import { describe, expect, it } from "vitest";
import { holds } from "../../support/holds.ts";
import { family, part } from "./v4nv-family.ts";
import { type Visit, walk } from "./walk.ts";

describe.each(family)("hit and run in %s", (code) => {
  const fled = { outcomes: { readDescription: { hit_and_run: "yes" as const } } };
  const oneToOne = /1to1|d1|d2|x1/.test(code);
  const next = oneToOne ? "ZipCode" : "NameAndEmail";
  const way = (visit: Visit) => part(code, "IncidentDescription", next, visit);
  const notes = (visit: Visit) => walk(code, visit).snapshot.context.notes;

  it("is not asked about when the description tells of none, or nobody could read it", holds(305), () => {
    expect(way({})).toBe(`IncidentDescription ${next}`);
    expect(way({ outcomes: { readDescription: { kind: "timeout" } } })).toBe(`IncidentDescription ${next}`);
    expect(notes({})).toEqual([]);
  });

  it("an identified driver is noted", holds(305, 306), () => {
    const visit = { ...fled, answers: { HitAndRunIdentified: "yes" } };
    expect(way(visit)).toBe(`IncidentDescription HitAndRunIdentified ${next}`);
    expect(notes(visit)).toEqual(["hit_and_run"]);
  });

  it.each([
    ["yes", ["uninsured"]],
    ["no", []],
  ])(
    "an unknown driver leads to uninsured cover: %s",
    holds(307, 309),
    (UninsuredMotoristCoverage, noted) => {
      const visit = { ...fled, answers: { HitAndRunIdentified: "no", UninsuredMotoristCoverage } };
      expect(way(visit)).toBe(`IncidentDescription HitAndRunIdentified UninsuredMotoristCoverage ${next}`);
      expect(notes(visit)).toEqual(noted);
    },
  );
});

describe.each(["v4nv", "v4nv-es", "crash-comped", "v7", "v5nv", "v4nv-rz"])("contact in %s", (code) => {
  const way = (visit: Visit) => part(code, "IncidentDescription", "thankYou", visit);
  const states = { settings: { dateOfBirthStates: ["TX", "FL"] } };

  it("asks name and e-mail, then phone and zip", holds(314), () => {
    expect(way({})).toBe("IncidentDescription NameAndEmail PhoneAndZip thankYou");
  });

  it("asks everything at once with the combined last step, and checks all of it", holds(311), () => {
    const visit = { input: { flags: { combinedLastStep: true } } };
    expect(way(visit)).toBe("IncidentDescription AllPii thankYou");
    expect(walk(code, visit).calls).toEqual(
      expect.arrayContaining(["checkEmail", "lookUpZip", "checkPhone", "postLead"]),
    );
    expect(way({ input: { flags: { combinedLastStep: false } } })).not.toContain("AllPii");
  });

  it("asks for the date of birth in the listed states only", holds(312, 313, 315), () => {
    const asked = "IncidentDescription NameAndEmail DateOfBirth PhoneAndZip thankYou";
    expect(way({ input: { ...states, region: "TX" } })).toBe(asked);
    expect(way({ input: { ...states, region: "CA" } })).not.toContain("DateOfBirth");
    expect(way({ input: { ...states } })).not.toContain("DateOfBirth");
    expect(way({ input: { region: "TX" } })).not.toContain("DateOfBirth");
  });
});
