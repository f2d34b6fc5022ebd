import { describe, expect, it } from "vitest";
import { accidentTypes, contactFields, parseContact } from "../../../machines/site/contact-form.ts";
import { parseOptOut } from "../../../machines/site/opt-out-form.ts";
import { holds } from "../../support/holds.ts";

describe("the contact form", () => {
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
    const kinds = ["Car", "Truck", "Bicycle", "Motorcycle", "Pedestrian"].map((kind) => `${kind} Accident`);
    expect(accidentTypes).toEqual([...kinds, "Other"]);
    expect(contactFields).toEqual(Object.keys(good));
  });

  it("keeps what was written, the phone in the 14 characters of its mask", holds(389), () => {
    const values = { ...good, phoneNumber: "(813) 555-0142", message: "A truck hit my car.\nI need help." };
    expect(parseContact(good)).toEqual({ ok: true, values });
    expect(values.phoneNumber).toHaveLength(14);
  });

  it.each(contactFields)("refuses an empty %s, and that alone", holds(387), (field) => {
    const expected = field === "typeOfAccident" ? "choose" : "required";
    for (const empty of ["", "  "]) expect(errorsOf({ [field]: empty })).toEqual({ [field]: expected });
  });

  it.each([
    ["typeOfAccident", "Boat", "choose"],
    ["typeOfAccident", "car accident", "choose"],
    ["email", "ana", "email"],
    ["email", "ana@example", "email"],
    ["email", "@example.com", "email"],
    ["email", "ana@.", "email"],
    ["phoneNumber", "(813) 555-014", "phone"],
    ["phoneNumber", "(813) 555-01422", "phone"],
    ["firstName", "A\ud83dna", "characters"],
    ["message", "Help\ud83d", "characters"],
    ["message", "a".repeat(5001), "tooLong"],
  ] as const)("refuses %s %j: %s", holds(388, 389), (field, typed, error) => {
    expect(errorsOf({ [field]: typed })).toEqual({ [field]: error });
  });

  it("reports every error at once and keeps what was typed", () => {
    const parsed = parseContact({ email: "ana@" });
    expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual(contactFields);
    expect(parsed.values.email).toBe("ana@");
  });
});

describe("the opt-out form", () => {
  const email = "ana@example.com";

  it.each([
    [{ email: " Ana@Example.com " }, { email: "Ana@Example.com" }],
    [{ phone: "213.555.0123" }, { phone: "(213) 555-0123" }],
    [
      { email, phone: "2135550123" },
      { email, phone: "(213) 555-0123" },
    ],
    [{ email, phone: "  ", other: "x" }, { email }],
  ])("takes %j", (posted, values) => {
    expect(parseOptOut(posted)).toEqual({ ok: true, values });
  });

  it.each([
    [{}, { email: "either" }],
    [{ email: " ", phone: "" }, { email: "either" }],
    [{ email: "ana" }, { email: "email" }],
    [{ phone: "555-0123" }, { phone: "phone" }],
    [{ email, phone: "555" }, { phone: "phone" }],
    [
      { email: "ana", phone: "555" },
      { email: "email", phone: "phone" },
    ],
  ])("refuses %j, and keeps it as it was typed", (posted, errors) => {
    expect(parseOptOut(posted)).toEqual({ ok: false, errors, values: { email: "", phone: "", ...posted } });
  });
});
