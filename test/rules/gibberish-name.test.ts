import { describe, expect, it } from "vitest";
import { isGibberishName } from "../../machines/rules/gibberish-name.ts";

const rules = { oid: "81", reservedSurnames: ["Acme"] };

describe("honest names", () => {
  it.each([
    "Ana",
    "Dr. María Núñez",
    "Mr John Q. Public Jr.",
    "John Smith, Ph.D.",
    "Mrs. O'Brien-Schmidt",
    "Lynn Kyd",
    "J. R.",
    "X",
    "",
    "Étienne",
    "Søren",
    "Aaron Bookkeeper",
    "Иван",
    "王小明",
    "Acmeson",
  ])("%s", (name) => {
    expect(isGibberishName(name, rules)).toBe(false);
  });
});

describe("mash", () => {
  it.each([
    ["no vowel", "Sdfg"],
    ["no vowel, two letters", "Ng"],
    ["a letter three times in a row", "Aaan"],
    ["the same under accents and cases", "Aáàn"],
    ["five consonants in a row", "Abcdfghe"],
    ["one bad token of two", "Ana Xkcdq"],
    ["digits", "Ana 123"],
    ["a reserved surname", " ácme "],
  ])("%s: %s", (_, name) => {
    expect(isGibberishName(name, rules)).toBe(true);
  });

  it("allows four consonants and a pair of equal letters", () => {
    expect(isGibberishName("Abcdfe Aan", rules)).toBe(false);
  });
});

it.each(["516", "180", "330"])("is not judged for offer %s", (oid) => {
  expect(isGibberishName("Xkcdq", { ...rules, oid })).toBe(false);
  expect(isGibberishName("Acme", { ...rules, oid })).toBe(false);
});
