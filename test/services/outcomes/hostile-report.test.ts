import { expect, it } from "vitest";
import { faultsOf, report } from "../../../services/outcomes/report.ts";
import { holds } from "../../support/holds.ts";

const whole = {
  lead_id: "l1",
  outcome: "sold",
  at: "2026-01-31",
  buyer: "Smith",
  buyer_lead_id: "1",
  amount_cents: 1,
  currency: "USD",
};
const hostile: unknown[] = [
  "a\0b",
  "\ud800",
  "\u202etxet",
  "<b>x</b>",
  "=cmd|' /C calc'!A0",
  "x\r\ny",
  "x".repeat(4_000),
  ["Smith"],
  { toString: "x" },
  { $gt: "" },
  -1,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  10_000_000_001,
  null,
  true,
];

it("an outcome that a buyer signed holds nothing but what it may", holds("T119"), () => {
  expect(report.safeParse(whole).success).toBe(true);
  for (const name of Object.keys(whole)) {
    for (const value of hostile) {
      const { error } = report.safeParse({ ...whole, [name]: value });
      expect(error, `${name}: ${JSON.stringify(value)}`.slice(0, 80)).toBeDefined();
      expect(faultsOf(error!)[0]).toMatchObject({ field: name });
    }
  }
});

it("an outcome has no field that is not its own, whatever it is called", holds("T119"), () => {
  for (const name of ["__proto__", "constructor", "toString", "phone", "email", "", "lead_id "]) {
    const body = JSON.parse(`{${JSON.stringify(name)}: {"outcome": "paid"}}`);
    const read = report.safeParse({ ...whole, ...body });
    // A spread leaves out what JSON calls by the name of all objects' prototype, or makes it a field like any other.
    if (read.success) expect(read.data).toEqual(report.parse(whole));
    else expect(faultsOf(read.error)[0]!.field).toBe(name);
  }
  for (const body of [[], [whole], "sold", 1, null])
    expect(report.safeParse({ ...(body as object), buyer: "Smith" }).success).toBe(false);
});
