import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutCountryCode } from "../../../app/ui/phone-digits.ts";

const digits = (text: string) => text.replace(/\D/g, "");

test.each([
  "001 813 555 0142",
  "٨١٣٥٥٥٠١٤٢",
  "+１ ８１３ ５５５ ０１４２",
  "+1 813-555-0142",
  "18135550142",
  "1 (813) 555 0142",
  " +1.813.555.0142",
  "(813) 555-0142",
])("the typed number %s keeps its ten digits", (typed) => {
  expect(digits(withoutCountryCode(typed, ""))).toBe("8135550142");
});

test("a 1 inside the number is kept", () => {
  expect(withoutCountryCode("1", "(8")).toBe("1");
  expect(withoutCountryCode("1", "(")).toBe("");
  expect(withoutCountryCode("0", "")).toBe("");
  expect(withoutCountryCode("0", "(8")).toBe("0");
});

test("ten digits that start with 2 to 9 are never changed", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (number) => {
      expect(withoutCountryCode(number, "")).toBe(number);
      expect(withoutCountryCode(`+1${number}`, "")).toBe(number);
    }),
  );
});
