import { expect, test } from "vitest";
import { csvReport } from "../../../services/outcomes/report.ts";

const head = "lead_id,outcome,at,buyer,buyer_lead_id,amount_cents,currency";

test("a line says what became of a lead; an empty cell says nothing", () => {
  const { reported, faults } = csvReport(
    `${head}\r\nlead-1,sold,2026-01-31T08:00:00-05:00,"Smith, Jones & Co.",A-7,4500,\r\n\r\nlead-2,returned,2026-02-01,Smith,,,\r\n`,
  );
  expect(faults).toEqual([]);
  expect(reported).toEqual([
    {
      line: 2,
      outcome: {
        id: expect.any(String),
        leadId: "lead-1",
        outcome: "sold",
        at: Date.parse("2026-01-31T13:00Z"),
        buyer: "Smith, Jones & Co.",
        buyerLeadId: "A-7",
        amountCents: 4500,
        currency: "USD",
      },
    },
    {
      line: 4,
      outcome: expect.objectContaining({
        leadId: "lead-2",
        buyerLeadId: null,
        amountCents: null,
        currency: null,
      }),
    },
  ]);
});

test("the same line is the same outcome in every file, whatever the order of its columns", () => {
  const ids = [
    `${head}\nlead-1,paid,2026-01-31,Smith,,4500,USD\n`,
    "at,buyer,lead_id,outcome,amount_cents\n2026-01-31,Smith,lead-1,paid,4500\n",
    `${head}\nlead-1,paid,2026-01-31,Smith,,4501,USD\n`,
  ].map((text) => csvReport(text).reported[0]!.outcome.id);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test.each([
  ["", ["lead_id", "outcome", "at", "buyer"].map((name) => `line 1, column ${name}: is missing`)],
  [
    "lead_id,outcome,at,buyer,amount_cent,phone,at\n",
    [
      "line 1, column amount_cent: is unknown; did you mean amount_cents?",
      "line 1, column phone: is unknown",
      "line 1, column at: is there twice",
    ],
  ],
  [
    `${head}\nlead 1,lost,31.1.2026,a@b.example,Jane Roe,45.00,usd\n`,
    [
      "line 2, column lead_id: must be the id of a lead",
      "line 2, column outcome: must be one of accepted, called, returned, sold, retained, paid",
      "line 2, column at: must be a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z",
      "line 2, column buyer: must be the name of the buyer",
      "line 2, column buyer_lead_id: must be 1 to 100 letters, digits and . : _ -",
      "line 2, column amount_cents: must be a whole number of cents, such as 4500",
      "line 2, column currency: must be three capital letters, such as USD",
    ],
  ],
  [`${head}\n,sold,2026-02-30,B\n`, ["line 2: it has 4 cells, and the first line has 7"]],
  [
    `${head}\n,sold,2026-02-30,B,,-1,\n`,
    [
      "line 2, column lead_id: must be the id of a lead",
      "line 2, column at: must be a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z",
      "line 2, column amount_cents: must be a whole number of cents, such as 4500",
    ],
  ],
  [
    `${head}\nlead-1,called,2026-01-31,Smith,,,\n`,
    [
      "line 2, column at: must be a time such as 2026-01-31T08:00:00Z: how long people wait for a call is counted from it",
    ],
  ],
  [`${head}\nlead-1,sold,2026-01-31,"Smith,,,\n`, ["line 2: a quotation mark is missing or out of place"]],
])("says where %j is wrong", (text, faults) => {
  expect(csvReport(text)).toEqual({ reported: [], faults });
});
