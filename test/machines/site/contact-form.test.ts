import { describe, expect, it } from "vitest";
import { accidentTypes, contactFields, parseContact } from "../../../machines/site/contact-form.ts";
import { holds } from "../../support/holds.ts";

const good = {
  typeOfAccident: "Truck Accident",
  firstName: "Ana",
  lastName: "Núñez",
  email: "ana@example.com",
  phoneNumber: "813-555-0142",
  message: "A truck hit my car.\r\nI need help.",
};
const errorsOf = (changed: Partial<typeof good>) => {
  const parsed = parseContact({ ...good, ...changed });
  return parsed.ok ? {} : parsed.errors;
};

it("offers the specification's kinds of accident, and asks its six fields", holds(161, 162), () => {
  expect(accidentTypes).toEqual([
    "Car Accident",
    "Truck Accident",
    "Bicycle Accident",
    "Motorcycle Accident",
    "Pedestrian Accident",
    "Other",
  ]);
  expect(contactFields).toEqual(Object.keys(good));
});

it("keeps what was written, the phone in the 14 characters of its mask", holds(389), () => {
  const parsed = parseContact(good);
  expect(parsed).toEqual({
    ok: true,
    values: { ...good, phoneNumber: "(813) 555-0142", message: "A truck hit my car.\nI need help." },
  });
  expect(parsed.values.phoneNumber).toHaveLength(14);
});

it.each(contactFields)("refuses an empty %s, and that alone", holds(387), (field) => {
  const expected = field === "typeOfAccident" ? "choose" : "required";
  for (const empty of ["", "  "]) expect(errorsOf({ [field]: empty })).toEqual({ [field]: expected });
});

describe("refuses", () => {
  it.each([
    ["typeOfAccident", "Boat", "choose"],
    ["typeOfAccident", "car accident", "choose"],
    ["email", "ana", "email"],
    ["email", "ana@example", "email"],
    ["email", "@example.com", "email"],
    ["email", "ana@.", "email"],
    ["phoneNumber", "(813) 555-014", "phone"],
    ["phoneNumber", "(813) 555-01422", "phone"],
    ["firstName", "A\u0000na", "characters"],
    ["message", "Help\u0000", "characters"],
    ["message", "a".repeat(5001), "tooLong"],
  ] as const)("%s %j: %s", holds(388, 389), (field, typed, error) => {
    expect(errorsOf({ [field]: typed })).toEqual({ [field]: error });
  });
});

it("reports every error at once and keeps what was typed", () => {
  const parsed = parseContact({ email: "ana@" });
  expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual(contactFields);
  expect(parsed.values.email).toBe("ana@");
});
