import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOurs } from "../../../machines/context/tracking.ts";
import {
  showsMeter,
  type ThankYouFacts,
  type ThankYouMore,
  thankYouLocation,
} from "../../../machines/lead/thank-you.ts";
import { entryPaths, findEntry } from "../../../machines/registry.ts";
import { holds } from "../../support/holds.ts";

const lead: ThankYouFacts = {
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
const tooOld = { ...lead, qualified: false };

const page = "/survey-thank-you/";
const queryOf = (location: string) => new URLSearchParams(location.slice(location.indexOf("?") + 1));
const thanks = (more: ThankYouMore, facts = lead, defaults = {}) =>
  queryOf(thankYouLocation(defaults, page, facts, more));

describe("the address of the thank-you page", () => {
  it("the address has the specification's keys in order, once each", holds(141, 142, 143, 144, 145), () => {
    expect(thankYouLocation({}, page, lead)).toMatch(/^\/survey-thank-you\/\?email=/);
    const { qualified, dq_reason, ...shown } = lead;
    expect([...thanks({})]).toEqual([...Object.entries(shown), ["q", "y"]]);
  });

  const flagging: ThankYouMore = { extras: ["is_disqualified"] };
  const referring: ThankYouMore = { extras: ["referer"] };
  it.each<[string, ThankYouMore, string, string | null, ThankYouFacts?, object?]>([
    ["an empty affiliate as 1", {}, "affid", "1", { ...lead, affid: "" }],
    ["an empty sub id as 1", {}, "sub_id", "1", { ...lead, sub_id: "" }],
    [
      "no is_disqualified of a qualified lead",
      {},
      "is_disqualified",
      null,
      lead,
      { flagsDisqualified: true },
    ],
    ["no is_disqualified without a reason", {}, "is_disqualified", null, tooOld, { flagsDisqualified: true }],
    ["no is_disqualified of a variant's qualified lead", flagging, "is_disqualified", null],
    [
      "referer",
      { ...referring, page_referer: "https://a.example/?b=c&d" },
      "referer",
      "https://a.example/?b=c&d",
    ],
    ["an empty referer", referring, "referer", ""],
    ["no referer elsewhere", { page_referer: "https://a.example/" }, "referer", null],
    ["the meter's level", { compensationLevel: 3 }, "cl", "3"],
  ])("the address shows %s", holds(146, 147, 151, 152, 156), (_, more, name, expected, facts, defaults) => {
    expect(thanks(more, facts, defaults).getAll(name)).toEqual(expected === null ? [] : [expected]);
  });

  it("every registered destination is a path of this site", holds(136), () => {
    for (const path of entryPaths) {
      const { defaults, variant } = findEntry(path)!;
      const location = thankYouLocation(defaults, variant.thankYou, lead);
      expect(new URL(location, "https://site.example").origin).toBe("https://site.example");
      expect(location).toMatch(
        path === "/survey-sd/v3b" ? /^\/survey-thank-you-v3b\/\?/ : /^\/[a-z0-9/-]+\/\?/,
      );
    }
  });

  it(
    "for any lead, the address has one question mark, leads here, and is read back unchanged",
    holds(157),
    () => {
      const text = fc.string({ unit: "grapheme", maxLength: 40 });
      const texts = Object.fromEntries(Object.keys(lead).map((name) => [name, text]));
      const facts = fc.record({ ...texts, qualified: fc.boolean() }) as fc.Arbitrary<ThankYouFacts>;
      fc.assert(
        fc.property(facts, (any) => {
          const location = thankYouLocation({}, page, any);
          expect(location.split("?")).toHaveLength(2);
          const url = new URL(location, "https://site.example");
          expect([url.origin, url.pathname, url.hash]).toEqual(["https://site.example", page, ""]);
          for (const key of ["email", "city", "phone", "ef_transaction_id"] as const) {
            expect(url.searchParams.getAll(key)).toEqual([any[key]]);
          }
          expect(location).toMatch(/^[\x21-\x7e]+$/);
        }),
      );
    },
  );
});

describe("the meter of the thank-you page", () => {
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
});

describe("a query that is kept", () => {
  it("precedes what we add", holds(158), () => {
    const location = thankYouLocation({}, "/ticket-thank-you/", lead, { kept: { utm: "x y", s1: "q" } });
    expect(location).toMatch(/^\/ticket-thank-you\/\?utm=x\+y&s1=q&email=/);
    expect(location).toMatch(/&affid=7&sub_id=abc&q=y$/);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ affid: "9", sub_id: "z" }, "9", "z"],
    [{ affid: "", sub_id: "" }, "7", "abc"],
    [{}, "7", "abc"],
  ])("gains affid and sub_id where absent: %j", holds(146, 147), (kept, affid, sub_id) => {
    const query = thanks({ kept });
    expect([query.getAll("affid"), query.getAll("sub_id")]).toEqual([[affid], [sub_id]]);
  });

  const forged = {
    email: "eve@example.com",
    phone: "0",
    city: "X",
    state: "X",
    zip_code: "0",
    state_long: "X",
    q: "y",
    dq_reason: "none",
    is_disqualified: "false",
    cl: "7",
    lang: "fr",
    referer: "evil",
    step: "PhoneAndZip",
    _ef_transaction_id: "old",
    ef_transaction_id: "new",
  };

  it("has each parameter once", () => {
    const name = fc.oneof(fc.constantFrom("affid", "sub_id", ...Object.keys(forged)), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (kept) => {
        const location = thankYouLocation({}, page, lead, { kept });
        expect(location.split("?")).toHaveLength(2);
        const query = queryOf(location);
        expect(new Set(query.keys()).size).toBe(query.size);
        for (const [key, value] of Object.entries(kept)) {
          if (!isOurs(key) && value !== "") expect(query.get(key)).toBe(value);
        }
      }),
    );
  });
});
