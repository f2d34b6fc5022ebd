import fc from "fast-check";
import { expect, it } from "vitest";
import { rewriteForPriorOffence } from "../../../machines/rules/prior-offence.ts";
import { holds } from "../../support/holds.ts";

const visit = { oid: "86", affid: "252", sub_id: "abc" };
const none = { original_oid: "", original_affid: "" };
const rewritten = { oid: "136", affid: "1", sub_id: "abc", original_oid: "86", original_affid: "252" };

it.each([
  ["yes", rewritten],
  ["Yes", rewritten],
  ["no", { ...visit, ...none }],
  ["", { ...visit, ...none }],
  [undefined, { ...visit, ...none }],
])("prior offence %j", holds(262, 263), (prior_alcohol_related_offense, expected) => {
  expect(rewriteForPriorOffence(visit, { prior_alcohol_related_offense })).toEqual(expected);
});

it("an empty affiliate is kept as it was", () => {
  const once = rewriteForPriorOffence({ ...visit, affid: "" }, { prior_alcohol_related_offense: "yes" });
  expect(once).toMatchObject({ affid: "1", original_affid: "", original_oid: "86" });
  expect(rewriteForPriorOffence(once, { prior_alcohol_related_offense: "yes" })).toEqual(once);
});

it("done again it changes nothing, and it touches nothing it is given", holds(263), () => {
  const id = fc.constantFrom("", "1", "136", "252");
  fc.assert(
    fc.property(id, id, fc.constantFrom("yes", "no", undefined), (oid, affid, offence) => {
      const given = Object.freeze({ oid: oid || "81", affid });
      const answers = { prior_alcohol_related_offense: offence };
      const once = rewriteForPriorOffence(given, answers);
      expect(rewriteForPriorOffence(once, answers)).toEqual(once);
    }),
  );
});
