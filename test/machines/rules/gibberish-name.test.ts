import { describe, expect, it } from "vitest";
import { isGibberishName } from "../../../machines/rules/gibberish-name.ts";
import { holds } from "../../support/holds.ts";

const rules = { oid: "81", reservedSurnames: ["Acme"] };

it.each([
  ...["Ana", "Dr. María Núñez", "Mr John Q. Public Jr.", "John Smith, Ph.D.", "Mrs. O'Brien-Schmidt"],
  ...[
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
    "Jo Li",
  ],
  ...["Smith,Jr.", "John (Sr)", "St. John", "St.John", "Dr.Smith", "Mr.Jones", "Smith-Jr", "Smith;Ph.D."],
  ...["Dr/Ana", "Md-Rahman"],
])("%s is an honest name", holds(426, 430, 431, 435), (name) => {
  expect(isGibberishName(name, rules)).toBe(false);
});

const titles = ["Dr", "Mr", "Mrs", "Ms", "Prof", "Rev", "Mx", "Sgt", "St"];
const suffixes = ["Jr", "Sr", "II", "III", "IV", "PhD", "Ph.D", "MD", "M.D", "Esq", "RN", "JD", "DDS", "DVM"];

describe("titles and suffixes are no part of a name", () => {
  it.each([...titles.map((title) => [title, "Ana"]), ...suffixes.map((suffix) => ["Ana", suffix])])(
    "%s %s, with or without a dot",
    holds(428, 429, 430),
    (first, last) => {
      expect(isGibberishName(`${first} ${last}`, rules)).toBe(false);
      expect(isGibberishName(`${first}. ${last}.`, rules)).toBe(false);
      expect(isGibberishName(`${first}, ${last}`.toUpperCase(), rules)).toBe(false);
    },
  );

  it.each(["Dr. Xkcdq Jr.", "Dr.Xkcdq", "Xkcdq-Jr", "Drx", "Mrq", "Jrn"])(
    "as words of their own, and do not excuse the rest of it: %s",
    (name) => {
      expect(isGibberishName(name, rules)).toBe(true);
    },
  );
});

describe("mash", () => {
  it.each([
    ["no vowel", "Sdfg"],
    ["no vowel, two letters", "Ng"],
    ["a letter three times in a row", "Aaan"],
    ["the same under accents and cases", "Aáàn"],
    ["five consonants in a row", "Abcdfga"],
    ["six of them", "Abcdfghe"],
    ["one bad token of two", "Ana Xkcdq"],
    ["digits", "Ana 123"],
    ["a reserved surname", " ácme "],
  ])("%s: %s", holds(426, 427, 432, 433, 434), (_, name) => {
    expect(isGibberishName(name, rules)).toBe(true);
  });

  it("allows four consonants and a pair of equal letters", holds(433, 434), () => {
    expect(isGibberishName("Abcdfe Aan", rules)).toBe(false);
  });
});

describe("the offer", () => {
  it.each(["516", "180", "330"])("%s skips the check", holds(425), (oid) => {
    expect(isGibberishName("Xkcdq", { ...rules, oid })).toBe(false);
    expect(isGibberishName("Acme", { ...rules, oid })).toBe(false);
  });

  it.each(["81", "136", "51", "5160", "1500", ""])("%j does not", holds(425), (oid) => {
    expect(isGibberishName("Xkcdq", { ...rules, oid })).toBe(true);
    expect(isGibberishName("Acme", { ...rules, oid })).toBe(true);
  });
});
