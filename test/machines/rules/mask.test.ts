import fc from "fast-check";
import { createMask, type FactoryOpts } from "imask";
import { describe, expect, it } from "vitest";
import { PHONE_MASK } from "../../../machines/rules/limits.ts";
import { imaskPattern } from "../../../machines/rules/mask.ts";
import { holds } from "../../support/holds.ts";

/** What imask makes of a text that is typed into an input with this mask. */
function typedInto(notation: string, text: string): string {
  const masked = createMask(imaskPattern(notation) as FactoryOpts);
  masked.resolve(text);
  return masked.value;
}

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
    ["#*-S*/A*", "12-ab/cd", "12-ab/CD"],
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
    expect(typedInto(mask, text)).toBe(expected);
  });

  it.each([..."0[]{}`\\(.+字"])(
    "%s stands for itself, once and repeated, though it may mean something to imask",
    holds(460),
    (literal) => {
      expect(typedInto(`${literal}#`, "5")).toBe(`${literal}5`);
      expect(typedInto(`${literal}*#`, `${literal.repeat(3)}5`)).toBe(`${literal.repeat(3)}5`);
    },
  );
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
  ])("makes of %j %j", holds(163, 461), (text, expected) => {
    expect(typedInto(PHONE_MASK, text)).toBe(expected);
  });
});

/** After a repeated sign comes one that takes none of its characters: otherwise it takes them all. */
const piece = fc.constantFrom(
  ..."# X S A a - ( é 0 [ ` \\".split(" "),
  ...["!#", "!*", "!A", " ", "S*-", "S*#", "#*.", "X*/", "A*-", "a* ", "-*#", "!A*-"],
);
const notation = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const text = fc.string({ unit: fc.constantFrom(..."aZ9é-( )*#A!ß字[0"), maxLength: 20 });

it("what has the mask's form already stays as it is", () => {
  fc.assert(
    fc.property(notation, text, (mask, typed) => {
      const once = typedInto(mask, typed);
      expect(typedInto(mask, once)).toBe(once);
    }),
  );
});
