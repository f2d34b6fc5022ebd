import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ThankYouFacts, thankYouLocation } from "../../../machines/lead/thank-you.ts";
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
const refused = { ...lead, qualified: false, dq_reason: "have_attorney|yes" };
const page = "/survey-thank-you/";
const query = (location: string) => new URLSearchParams(location.slice(location.indexOf("?") + 1));

it("names the specification's keys in their order, once each", holds(141, 142, 143, 144, 145), () => {
  const location = thankYouLocation({}, page, lead);
  expect(location.startsWith(`${page}?email=`)).toBe(true);
  expect([...query(location)]).toEqual([
    ["email", "ana@example.com"],
    ["city", "Los Angeles"],
    ["state", "CA"],
    ["zip_code", "90001"],
    ["phone", "(213) 555-0123"],
    ["state_long", "California"],
    ["ef_transaction_id", "t1"],
    ["affid", "7"],
    ["sub_id", "abc"],
    ["q", "y"],
  ]);
});

describe("q and dq_reason", () => {
  it.each([
    ["qualified", lead, "y", null],
    ["disqualified, with its reason", refused, "n", "have_attorney|yes"],
    ["too old, with no invented reason", { ...lead, qualified: false }, "n", null],
  ])("%s", holds(148, 149, 150, 346), (_name, facts, q, reason) => {
    const found = query(thankYouLocation({}, page, facts));
    expect([found.get("q"), found.get("dq_reason")]).toEqual([q, reason]);
  });
});

describe("is_disqualified", () => {
  it.each([
    [true, refused, "true"],
    [true, lead, null],
    [true, { ...lead, qualified: false }, null],
    [false, refused, null],
    [undefined, refused, null],
  ])("where the path flags %j", holds(151), (flagsDisqualified, facts, expected) => {
    expect(query(thankYouLocation({ flagsDisqualified }, page, facts)).get("is_disqualified")).toBe(expected);
  });

  it("is flagged by the v3b path alone", holds(151), () => {
    const flagging = entryPaths.filter((path) => findEntry(path)?.defaults.flagsDisqualified);
    expect(flagging).toEqual(["/survey-sd/v3b"]);
  });
});

it("an empty affiliate or sub id is shown as 1", holds(146, 147), () => {
  const found = query(thankYouLocation({}, page, { ...lead, affid: "", sub_id: "" }));
  expect([found.get("affid"), found.get("sub_id")]).toEqual(["1", "1"]);
});

it("a path may have a thank-you page of its own", holds(136), () => {
  const { defaults, variant } = findEntry("/survey-sd/v3b")!;
  expect(thankYouLocation(defaults, variant.thankYou, lead)).toMatch(/^\/survey-thank-you-v3b\/\?/);
});

it("every registered destination is a path of this site", () => {
  for (const path of entryPaths) {
    const { defaults, variant } = findEntry(path)!;
    const location = thankYouLocation(defaults, variant.thankYou, lead);
    expect(new URL(location, "https://site.example").origin).toBe("https://site.example");
    expect(location).toMatch(/^\/[a-z0-9/-]+\/\?/);
  }
});

it(
  "whatever a lead holds, the address has one question mark, leads here, and reads back as it was",
  holds(157),
  () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    const facts = fc.record({
      email: text,
      city: text,
      state: text,
      zip_code: text,
      phone: text,
      state_long: text,
      ef_transaction_id: text,
      affid: text,
      sub_id: text,
      qualified: fc.boolean(),
      dq_reason: text,
    });
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
