import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showsMeter, type ThankYouMore, thankYouLocation } from "../../../machines/lead/thank-you.ts";
import { isOurs } from "../../../machines/lead/thank-you-names.ts";
import { isNewSource, readArrival } from "../../../machines/lead/tracking.ts";
import { holds } from "../../support/holds.ts";

const lead = {
  email: "ana@example.com",
  city: "Los Angeles",
  state: "CA",
  zip_code: "90001",
  phone: "(213) 555-0123",
  state_long: "California",
  ef_transaction_id: "t1",
  affid: "7",
  sub_id: "abc",
  qualified: true,
  dq_reason: "",
};
const refused = { ...lead, qualified: false, dq_reason: "have_attorney|yes" };
const page = "/survey-thank-you/";
const queryOf = (location: string) => new URLSearchParams(location.slice(location.indexOf("?") + 1));
const thanks = (more: ThankYouMore, facts = lead) => queryOf(thankYouLocation({}, page, facts, more));

describe("what a variant adds", () => {
  it.each<[string, ThankYouMore, string, string | null]>([
    ["lang=es", { extras: ["lang=es"] }, "lang", "es"],
    ["no language elsewhere", {}, "lang", null],
    [
      "referer",
      { extras: ["referer"], page_referer: "https://a.example/?b=c&d" },
      "referer",
      "https://a.example/?b=c&d",
    ],
    ["no referer elsewhere", { page_referer: "https://a.example/" }, "referer", null],
    ["the meter's level", { compensationLevel: 3 }, "cl", "3"],
    ["no level that is not known", {}, "cl", null],
    ["nothing of a lead that is not disqualified", { extras: ["is_disqualified"] }, "is_disqualified", null],
  ])("%s", holds(155, 156), (_name, more, name, expected) => {
    expect(thanks(more).get(name)).toBe(expected);
  });

  it("is_disqualified of a disqualified lead, once, by the variant, the path or both", holds(152), () => {
    const extras = ["is_disqualified"] as const;
    for (const flagsDisqualified of [true, false]) {
      const location = thankYouLocation({ flagsDisqualified }, page, refused, { extras });
      expect(queryOf(location).getAll("is_disqualified")).toEqual(["true"]);
    }
    expect(thanks({}, refused).get("is_disqualified")).toBeNull();
  });
});

it.each([
  [undefined, "yes", true],
  ["one-page", "yes", true],
  ["ticket", "yes", false],
  ["benefits", "yes", false],
  [undefined, "no", false],
  [undefined, "Yes", false],
  [undefined, "", false],
] as const)(
  "a visit of flow %s with show-meter=%s shows the meter: %s",
  holds(154),
  (flow, says, expected) => {
    expect(showsMeter({ flow }, { "show-meter": says })).toBe(expected);
  },
);

describe("a query that is kept", () => {
  it("is before what we add", holds(158), () => {
    const location = thankYouLocation({}, "/ticket-thank-you/", lead, { kept: { utm: "x y", s1: "q" } });
    expect(location).toMatch(/^\/ticket-thank-you\/\?utm=x\+y&s1=q&email=/);
    expect(location).toMatch(/&affid=7&sub_id=abc&q=y$/);
  });

  it.each([
    [{ affid: "9", sub_id: "z" }, "9", "z"],
    [{ affid: "", sub_id: "" }, "7", "abc"],
    [{}, "7", "abc"],
  ])("adds affid and sub_id where absent: %j", holds(146, 147), (kept, affid, sub_id) => {
    const query = thanks({ kept: kept as Record<string, string> });
    expect([query.getAll("affid"), query.getAll("sub_id")]).toEqual([[affid], [sub_id]]);
  });

  const forged = {
    email: "eve@example.com",
    phone: "0",
    city: "X",
    q: "y",
    dq_reason: "none",
    is_disqualified: "false",
    cl: "7",
    lang: "fr",
    referer: "evil",
    _ef_transaction_id: "old",
    ef_transaction_id: "new",
    step: "PhoneAndZip",
  };

  it("never overrides what the lead says", holds(145), () => {
    const query = thanks({ kept: forged }, refused);
    expect([...query.keys()].sort()).toEqual([...thanks({}, refused).keys()].sort());
    expect(query.get("email")).toBe("ana@example.com");
    expect([query.get("q"), query.get("dq_reason")]).toEqual(["n", "have_attorney|yes"]);
    expect(query.get("ef_transaction_id")).toBe("t1");
  });

  it("says each thing once, whatever is kept", () => {
    const name = fc.oneof(fc.constantFrom("affid", "sub_id", ...Object.keys(forged)), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (kept) => {
        const location = thankYouLocation({}, page, lead, { kept });
        expect(location.split("?")).toHaveLength(2);
        const keys = [...queryOf(location).keys()];
        expect(new Set(keys).size).toBe(keys.length);
        for (const [key, value] of Object.entries(kept)) {
          if (!isOurs(key) && value !== "") expect(queryOf(location).get(key)).toBe(value);
        }
      }),
    );
  });
});

describe("an arrival at a survey that keeps its query", () => {
  const arrive = (query: string, keepsQuery = true) =>
    readArrival("/survey/ticket", new URLSearchParams(query), "", { keepsQuery }).query;

  it("keeps foreign parameters, the first of each", holds(160), () => {
    expect(arrive("utm_source=a&utm_source=b&x[]=1&s1=q")).toEqual({ utm_source: "a", "x[]": "1", s1: "q" });
    expect(arrive("utm_source=a&s1=q", false)).toEqual({ s1: "q" });
  });

  it("keeps none that a lead has itself, nor broken, long or odd ones", () => {
    expect(arrive("email=a@b.c&q=y&step=x&_ef_transaction_id=t")).toEqual({ _ef_transaction_id: "t" });
    expect(arrive(`a=%00&b=${"x".repeat(256)}&${"n".repeat(65)}=1&a%20b=1&%3Cb%3E=1&__proto__=1`)).toEqual(
      {},
    );
  });

  it("never grows beyond what fits in an address", () => {
    const many = Array.from({ length: 100 }, (_, index) => `p${index}=${"x".repeat(200)}`).join("&");
    expect(new URLSearchParams(arrive(many)).toString().length).toBeLessThan(2200);
  });
});

it("page flags and the meter are read, and are no traffic source", () => {
  const at = (query: string) => readArrival("/survey/c", new URLSearchParams(query), "");
  expect(at("flags=theme:v3&show-meter=yes").query).toEqual({ flags: "theme:v3", "show-meter": "yes" });
  const isNew = (query: string) => isNewSource(at(query), at("s1=a"));
  expect(["flags=theme:v3&s1=a", "flags=theme:v3", "s1=b", ""].map(isNew)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
