import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyMask, fillsMask, PHONE_MASK, unmask } from "../../machines/rules/mask.ts";
import { holds } from "../support/holds.ts";

describe("each sign of the notation", () => {
  it.each([
    ["##", "a1b2c3", "12"],
    ["##", "١٢", ""],
    ["XX", "-a1", "a1"],
    ["XX", "ñ٣", "ñ٣"],
    ["SS", "1a-Ü", "aÜ"],
    ["AA", "aé1", "AÉ"],
    ["A", "ß", ""],
    ["aa", "AÉ1", "aé"],
    ["aa", "İB", "b"],
    ["A", "字", "字"],
    ["!##", "5", "#5"],
    ["!!#", "5", "!5"],
    ["!A#", "a5", "A5"],
    ["#!*", "5*", "5*"],
    ["#*", "1a23", "123"],
    ["S*-#", "abc9", "abc-9"],
    ["S*-#", "9", ""],
    ["#*.##", "12.345", "12.34"],
    ["A*", "abc", "ABC"],
    ["X*#", "a1", "a1"],
    ["X*-#", "a1-2", "a1-2"],
    ["-*#", "---5", "---5"],
    ["-*#", "5", "-5"],
    ["*#", "5", "*5"],
    ["#!", "5!", "5!"],
    ["", "abc", ""],
    ["##/##", "1225", "12/25"],
    ["##/##", "12", "12"],
    ["##/##", "12/", "12/"],
  ])("%s makes of %j %j", holds(460, 462), (mask, text, expected) => {
    expect(applyMask(mask, text)).toBe(expected);
  });
});

describe("the phone mask", () => {
  it.each([
    ["8135550142", "(813) 555-0142"],
    ["813-555-0142", "(813) 555-0142"],
    ["(813) 555-0142", "(813) 555-0142"],
    ["81355501429", "(813) 555-0142"],
    ["813", "(813"],
    ["8135", "(813) 5"],
    ["", ""],
    ["phone", ""],
  ])("makes of %j %j", holds(163, 461), (text, expected) => {
    expect(applyMask(PHONE_MASK, text)).toBe(expected);
  });

  it.each([
    ["(813) 555-0142", true],
    ["(813) 555-014", false],
    ["(813) 555-01422", false],
    ["8135550142", false],
    ["", false],
  ])("is filled by %j: %s", (text, expected) => {
    expect(fillsMask(PHONE_MASK, text)).toBe(expected);
  });

  it("gives back the digits alone", () => {
    expect(unmask(PHONE_MASK, "(813) 555-0142")).toBe("8135550142");
  });
});

it.each([
  ["S*", "abc", true],
  ["S*", "", false],
  ["S*-", "abc", false],
  ["S*-", "abc-", true],
  ["-*#", "--5", true],
  ["#A", "5a", false],
  ["", "", true],
])("%s is filled by %j: %s", holds(460), (mask, text, expected) => {
  expect(fillsMask(mask, text)).toBe(expected);
});

/** After a repeated sign stands one that takes none of its characters: otherwise it takes them all. */
const piece = fc.constantFrom(
  ..."# X S A a - ( é".split(" "),
  ...["!#", "!*", "!A", " ", "S*-", "S*#", "#*.", "X*/", "A*-", "a* ", "-*#", "!A*-"],
);
const mask = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const text = fc.string({ unit: fc.constantFrom(..."aZ9-( )*#A!éß字"), maxLength: 20 });

it("what has the mask's form already stays as it is", () => {
  fc.assert(
    fc.property(mask, text, (form, typed) => {
      const masked = applyMask(form, typed);
      expect(applyMask(form, masked)).toBe(masked);
      expect(unmask(form, masked)).toBe(unmask(form, typed));
    }),
  );
});

/** Where no literal could be taken for something typed, the typed characters say it all. */
const plainMask = fc
  .array(fc.constantFrom("#", "X", "S", "A", "a", "-", " ", "(", ")", "!!", "!*"), { maxLength: 10 })
  .map((tokens) => tokens.join(""));

it("masking, unmasking and masking again goes round", () => {
  fc.assert(
    fc.property(
      plainMask,
      fc.string({ unit: fc.constantFrom(..."aZ9é字"), maxLength: 20 }),
      (form, typed) => {
        const masked = applyMask(form, typed);
        expect(applyMask(form, unmask(form, masked))).toBe(masked);
      },
    ),
  );
});

it("a mark that only becomes a letter in the other case fits no place of a letter", () => {
  expect(applyMask("A", "\u0345")).toBe("");
});
