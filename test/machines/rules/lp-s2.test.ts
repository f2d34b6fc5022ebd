import { expect, it } from "vitest";
import { lpS2 } from "../../../machines/lead/tracking-fields.ts";
import { holds } from "../../support/holds.ts";

it.each([
  [0, "google"],
  [0.7499, "google"],
  [0.75, "facebook"],
  [0.9999, "facebook"],
])("%d gives %s", holds(184), (random, expected) => {
  expect(lpS2(random)).toBe(expected);
});

it("shares 20 equal slots 15 to 5", holds(185), () => {
  const slots = Array.from({ length: 20 }, (_, slot) => lpS2(slot / 20));
  expect(slots.filter((each) => each === "google")).toHaveLength(15);
});
