import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dayCounter, dayNumber, dayText } from "../../../services/calendar/days.ts";
import { ownReports } from "../../../services/features/books/added.ts";
import { csvCosts } from "../../../services/features/books/csv-costs.ts";
import {
  csvReport as csvReportIn,
  factFaults,
  faultsOf,
  reportIn,
} from "../../../services/features/books/report.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { outcomes, returnReasons } from "../../../services/store/rows.ts";
import { holds } from "../../support/holds.ts";

const day = dayNumber("2026-01-31");
const report = reportIn("UTC");
const csvReport = (text: string) => csvReportIn(text, "America/Los_Angeles");

describe("a file of costs", () => {
  it("a line is a sum, or clicks and the price of each", () => {
    const { rows, faults } = csvCosts(
      "day,survey,affiliate,sub_id,cost_cents,clicks,cents_per_click\n2026-01-31,c,7,news,4500,,\n\n2026-01-31,c,9,,,33,12.5\n2026-01-31,v7,8,,,2,10\n",
    );
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      { line: 2, row: { day, variant: "c", affiliate: "7", subId: "news", cents: 4500 } },
      { line: 4, row: { day, variant: "c", affiliate: "9", subId: "", cents: 413 } },
      { line: 5, row: { day, variant: "v7", affiliate: "8", subId: "", cents: 20 } },
    ]);
  });

  const one = "must be given, or clicks and cents_per_click in its place";
  it.each([
    ["", ["day", "survey", "affiliate"].map((name) => `line 1, column ${name}: is missing`)],
    [
      "day;survey;affiliate;cost_cents\n2026-01-31;c;7;1\n",
      ["line 1, column day;survey;affiliate;cost_cents: has semicolons where the commas must be"],
    ],
    [
      "day,survey,afiliate,cost\n",
      [
        "line 1, column afiliate: is unknown; did you mean affiliate?",
        "line 1, column cost: is unknown",
        "line 1, column affiliate: is missing",
      ],
    ],
    [
      "day,survey,affiliate,sub_id,cost_cents\n31.1.2026,xx,jane@example.com,a b,45.00\n",
      [
        "line 2, column day: must be a day such as 2026-01-31",
        "line 2, column survey: must be the code of a survey, such as c",
        "line 2, column affiliate: must be an affiliate id of letters, digits and _ . -",
        "line 2, column sub_id: must be a sub id of letters, digits and _ . -, or a campaign, its ad set and an ad such as spring/florida/video-2",
        "line 2, column cost_cents: must be a whole number of cents, such as 4500",
      ],
    ],
    [
      "day,survey,affiliate,cost_cents,clicks,cents_per_click\n2026-01-31,c,7,,,\n2026-01-31,c,8,1,2,3\n2026-01-31,c,9,,2,\n2026-01-31,c,9,1,2,\n2026-01-31,c,9,,-2,x\n",
      [
        ...[2, 3, 4, 5].map((line) => `line ${line}, column cost_cents: ${one}`),
        "line 6, column clicks: must be a whole number",
        "line 6, column cents_per_click: must be a number of cents, such as 37.5",
      ],
    ],
    [
      "day,survey,affiliate,cost_cents\n2026-01-31,c,7,1\n2026-01-31,c,7,2\n",
      [2, 3].map((line) => `line ${line}, column day: is that of line ${5 - line}, for the same source`),
    ],
  ])("says where %j is wrong", (text, faults) => {
    expect(csvCosts(text)).toMatchObject({ rows: [], faults });
  });
});

const head = "lead_id,outcome,at,buyer,buyer_lead_id,amount_cents,currency";

describe("a file of outcomes", () => {
  it("a line says what became of a lead; an empty cell says nothing", () => {
    const { reported, faults } = csvReport(
      `${head},reason\r\nlead-1,sold,2026-01-31T08:00:00-05:00,"Smith, Jones & Co.",A-7,4500,,\r\n\r\nlead-2,returned,2026-02-01,Smith,,,,has_lawyer\r\n`,
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
          reason: null,
        },
      },
      {
        line: 4,
        outcome: expect.objectContaining({
          leadId: "lead-2",
          at: Date.parse("2026-02-01T08:00Z"),
          day: dayNumber("2026-02-01"),
          reason: "has_lawyer",
          buyerLeadId: null,
          amountCents: null,
          currency: null,
        }),
      },
    ]);
  });

  it("the same line is the same outcome in every file, whatever the order of its columns", () => {
    const ids = [
      `${head}\nlead-1,paid,2026-01-31,Smith,,4500,USD\n`,
      "at,buyer,lead_id,outcome,amount_cents\n2026-01-31,Smith,lead-1,paid,4500\n",
      `${head}\nlead-1,paid,2026-01-31,Smith,,4501,USD\n`,
    ].map((text) => csvReport(text).reported[0]!.outcome.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    // As releases before business days made it, which have stored it so.
    expect(ids[0]).toBe(
      createHash("sha256")
        .update('["lead-1","paid",1769817600000,"Smith",null,4500,"USD"]')
        .digest("base64url"),
    );
  });

  it.each([
    // The owner's case: of 30 November, 23:57 in Los Angeles.
    ["America/Los_Angeles", "2026-12-01T07:57Z", "2026-12-01T20:00Z", "2026-11-29", "2026-12-02"],
    ["UTC", "2026-12-01T07:57Z", "2026-12-01T20:00Z", "2026-11-30", "2026-12-02"],
    ["Pacific/Kiritimati", "2026-12-01T09:59Z", "2026-12-01T10:00Z", "2026-11-30", "2026-12-03"],
    ["Etc/GMT+12", "2028-03-01T11:59Z", "2028-03-01T11:59Z", "2028-02-28", "2028-03-01"],
  ])("in %s a lead of %s is reported at %s with days from %s to %s", (timeZone, made, now, from, to) => {
    const known = { sentTo: [], receivers: [], others: ["Smith"], isExchange: false, timeZone };
    const lead = { createdAt: Date.parse(made), erasedAt: null };
    const faultOf = (at: string) => {
      const data = reportIn(timeZone).parse({ ...whole, at });
      expect(dayCounter(timeZone)(data.at)).toBe(data.day);
      return factFaults(data, { ...known, lead }, Date.parse(now))[0]?.message;
    };
    const [first, last] = [dayNumber(from), dayNumber(to)];
    expect(faultOf(dayText(first - 1))).toBe(`is before the lead, which is of ${dayText(first + 1)}`);
    expect([first, first + 1, last - 1, last].map((at) => faultOf(dayText(at)))).toEqual(
      Array(4).fill(undefined),
    );
    expect(faultOf(dayText(last + 1))).toBe("is in the future");
  });

  it.each([
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
      `${head},reason\nlead 1,lost,31.1.2026,a@b.example,Jane Roe,45.00,usd,Jane lied\n`,
      [
        "line 2, column lead_id: must be the id of a lead",
        `line 2, column outcome: must be one of ${[...outcomes, ...ownReports().keys()].join(", ")}`,
        "line 2, column at: must be a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z",
        "line 2, column buyer: must be the name of the buyer",
        "line 2, column buyer_lead_id: must be 1 to 100 letters, digits and . : _ -",
        "line 2, column amount_cents: must be a whole number of cents, such as 4500",
        "line 2, column currency: must be three capital letters, such as USD",
        `line 2, column reason: must be one of ${returnReasons.join(", ")}`,
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
    [
      `${head},reason\nlead-1,sold,2026-01-31,Smith,,,,other\n`,
      ["line 2, column reason: is for returned alone"],
    ],
    [`${head}\nlead-1,sold,2026-01-31,"Smith,,,\n`, ["line 2: a quotation mark is missing or out of place"]],
  ])("says where %j is wrong", (text, faults) => {
    expect(csvReport(text)).toMatchObject({ reported: [], faults });
  });
});

const whole = {
  lead_id: "l1",
  outcome: "returned",
  at: "2026-01-31",
  buyer: "Smith",
  buyer_lead_id: "1",
  amount_cents: 1,
  currency: "USD",
  reason: "duplicate",
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

describe("a signed outcome", () => {
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
});

describe("a table of costs or outcomes", () => {
  const values = [
    ..."=cmd|' /C calc'!A0\u0000@SUM(1)\u0000a\u0000b\u0000\ud800\u0000__proto__\u0000-1\u00001e309\u0000NaN".split(
      "\u0000",
    ),
    "a\0b",
    "\u202e",
    "9".repeat(400),
    "99999999999999999999",
    "9007199254740991",
    "2147483648",
    "x".repeat(100_000),
  ];
  const costs = {
    day: "2026-01-31",
    survey: "c",
    affiliate: "7",
    sub_id: "s",
    cost_cents: "1",
    clicks: "",
    cents_per_click: "",
  };
  const clicks = { ...costs, cost_cents: "", clicks: "9007199254740991", cents_per_click: "9999999.9" };
  const outcome = {
    lead_id: "l1",
    outcome: "sold",
    at: "2026-01-31",
    buyer: "Smith",
    buyer_lead_id: "1",
    amount_cents: "1",
    currency: "USD",
  };
  const table = (row: Record<string, string>) =>
    `${Object.keys(row)}\n${Object.values(row).map((cell) => `"${cell}"`)}`;
  /** What every store can keep, and what no other program takes for a command. */
  const isPlain = (value: unknown) =>
    value === null ||
    (typeof value === "number"
      ? Number.isSafeInteger(value) && Math.abs(value) <= 10_000_000_000
      : /^[\p{L}\p{N} .,&'’_:-]{0,100}$/u.test(String(value)));

  it("is refused where a cell holds a formula, a huge number or what is no text", holds("T117"), () => {
    for (const value of values) {
      for (const column of Object.keys(costs)) {
        const { rows, faults } = csvCosts(table({ ...costs, [column]: value }));
        const bad = rows.filter(({ row }) => !Object.values(row).every(isPlain));
        expect(bad, `costs ${column} ${value.slice(0, 30)}: ${faults}`).toEqual([]);
      }
      for (const column of Object.keys(outcome)) {
        const { reported, faults } = csvReportIn(table({ ...outcome, [column]: value }), "UTC");
        const bad = reported.filter(({ outcome: { at, ...kept } }) => !Object.values(kept).every(isPlain));
        expect(bad, `outcomes ${column} ${value.slice(0, 30)}: ${faults}`).toEqual([]);
      }
    }
    expect(csvCosts(table(clicks)).faults).toHaveLength(1);
    expect(csvCosts(table(costs)).faults).toEqual([]);
  });
});

describe("a buyer's secret", () => {
  it.each([
    `whsec_${btoa("x".repeat(32))}`,
    `=whsec_${btoa("x".repeat(32))}`,
    `smith=whsec_${btoa("23 bytes are too few..")}`,
  ])("no site starts with buyers' secrets that are %s", (OUTCOMES_SECRETS) => {
    expect(() => readSettings({ OUTCOMES_SECRETS })).toThrow(/^Bad settings: OUTCOMES_SECRETS must be .+\.$/);
  });
});
