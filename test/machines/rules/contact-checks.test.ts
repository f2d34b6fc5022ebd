import fc from "fast-check";
import { createMask, type FactoryOpts } from "imask";
import { describe, expect, it } from "vitest";
import {
  isBadEmail,
  isBlockedEmail,
  isRefusedEmail,
  isRefusedForGood,
  maskedEmail,
} from "../../../machines/rules/email.ts";
import { PHONE_MASK } from "../../../machines/rules/limits.ts";
import { imaskPattern } from "../../../machines/rules/mask.ts";
import { judgePhone, type PhoneReport } from "../../../machines/rules/phone.ts";
import { holds } from "../../support/holds.ts";

describe("an email address", () => {
  it.each([
    [true, false, false],
    [true, true, true],
    [false, false, true],
  ])("an address that is valid %s and disposable %s is bad: %s", holds(448), (valid, disposable, bad) => {
    expect(isBadEmail({ valid, disposable })).toBe(bad);
  });

  it("an address is blocked at its second bad result", holds(449), () => {
    expect([0, 1, 2, 3].map(isBlockedEmail)).toEqual([false, false, true, true]);
    const [good, bad] = [true, false].map((valid) => ({ valid, disposable: false }));
    const verdicts = [
      { ...good!, timesBadBefore: 1 },
      { ...bad!, timesBadBefore: 0 },
      { ...bad!, timesBadBefore: 1 },
      { blocked: true as const },
    ];
    expect(verdicts.map(isRefusedEmail)).toEqual([false, true, true, true]);
    expect(verdicts.map(isRefusedForGood)).toEqual([false, false, true, true]);
  });

  it.each([
    ["maria.lopez@mailinator.com", "m***@mailinator.com"],
    ["👩@x.test", "👩***@x.test"],
    ['"a@b"@x.test', '"***@x.test'],
  ])("the address %s is masked", (email, masked) => expect(maskedEmail(email)).toBe(masked));
});

describe("phone", () => {
  const good: PhoneReport = {
    success: true,
    valid: true,
    fraud_score: 0,
    line_type: "Wireless",
    active: true,
    message: "Success.",
  };
  const judge = (more: Partial<PhoneReport>, path = "/survey/c") => judgePhone({ ...good, ...more }, path);
  const impossible = "Invalid/nonexistent phone number or country specified is not possible.";

  it.each([
    [{}, { valid: true, active: true }],
    [{ active: false }, { valid: true, active: false }],
    [{ fraud_score: 85 }, { valid: true, active: true }],
    [{ fraud_score: 86 }, { valid: false, active: true }],
    [{ line_type: "Toll Free" }, { valid: false, active: true }],
    [{ line_type: "TOLL_FREE" }, { valid: false, active: true }],
    [{ line_type: " toll-free " }, { valid: false, active: true }],
    [{ line_type: "Toll Free Or Not" }, { valid: true, active: true }],
    [{ valid: false }, { valid: false, active: false }],
    [
      { success: false, message: impossible },
      { valid: false, active: false },
    ],
    [{ message: impossible.toUpperCase() }, { valid: false, active: false }],
    [{ message: ` ${impossible}\n` }, { valid: false, active: false }],
    [
      { success: false, valid: false, active: false, message: "Quota." },
      { valid: true, active: true },
    ],
  ] as [Partial<PhoneReport>, object][])(
    "with %j is %j",
    holds(438, 439, 440, 444, 445, 446),
    (more, expected) => {
      expect(judge(more)).toEqual(expected);
    },
  );

  it("counts a check without a report in the visitor's favour", holds(446), () => {
    expect(judgePhone(null, "/survey/c")).toEqual({ valid: true, active: true });
  });

  const forced = ["/survey/v2", "/survey/v3", "/survey/v4", "/survey/v5", "/survey-sd/v3", "/survey-sd/v3b"];
  it.each([...forced, "/survey/v2/", "/Survey/V3"])("is never active on %s", holds(441, 442), (path) => {
    expect(judge({}, path)).toEqual({ valid: true, active: false });
    expect(judgePhone(null, path)).toEqual({ valid: true, active: false });
    expect(judgePhone(good, path, { overrideForcedActivity: true })).toEqual({ valid: true, active: true });
  });

  it.each(["/survey/v4nv", "/survey/v6", "/survey/v2/x", "/survey-sd/v4"])(
    "may be active on %s",
    holds(441),
    (path) => {
      expect(judge({}, path).active).toBe(true);
    },
  );
});

/** imask's result for a text typed into an input with this mask. */
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
  ])("%s turns %j into %j", holds(460, 462), (mask, text, expected) => {
    expect(typedInto(mask, text)).toBe(expected);
  });

  it.each([..."0[]{}`\\(.+字"])(
    "%s is literal, once and repeated, though it may mean something to imask",
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
  ])("turns %j into %j", holds(163, 461), (text, expected) => {
    expect(typedInto(PHONE_MASK, text)).toBe(expected);
  });
});

/** After a repeated sign comes one that takes none of its characters: otherwise it takes them all. */
const piece = fc.constantFrom(
  ..."# X S A a - ( é 0 [ ` \\".split(" "),
  "!#",
  "!*",
  "!A",
  " ",
  "S*-",
  "S*#",
  "#*.",
  "X*/",
  "A*-",
  "a* ",
  "-*#",
  "!A*-",
);
const notation = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const text = fc.string({ unit: fc.constantFrom(..."aZ9é-( )*#A!ß字[0"), maxLength: 20 });

describe("the mask of any phone number", () => {
  it("a text in the mask's form is unchanged", () => {
    fc.assert(
      fc.property(notation, text, (mask, typed) => {
        const once = typedInto(mask, typed);
        expect(typedInto(mask, once)).toBe(once);
      }),
    );
  });
});
