import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type EntryDefaults,
  isNewSource,
  knownParameters,
  readArrival,
  track,
  withClick,
} from "../../../machines/context/tracking.ts";
import { meantQuery } from "../../../machines/lead/meant-query.ts";
import { holds } from "../../support/holds.ts";

const arrive = (query: string, referer = "") => readArrival("/survey/c", new URLSearchParams(query), referer);
/** The stored part of a query where foreign parameters are kept. */
const keeping = (query: string) =>
  readArrival("/survey/ticket", new URLSearchParams(query), "", { keepsQuery: true }).query;
const tracked = (query: string, defaults: EntryDefaults = {}) => track(arrive(query), defaults);

it.each([
  ["s1=abc", "sub_id", "abc"],
  ["sub1=abc", "sub_id", "abc"],
  ["s1=abc&sub1=xyz", "sub_id", "abc"],
  ["sub1=xyz&s1=abc", "sub_id", "abc"],
  ["s1=%7B%7D", "sub_id", ""],
  ["s1=%7B%7D&sub1=abc", "sub_id", ""],
  ["s1=", "sub_id", ""],
  ["sub2=%7B%7D", "sub_id2", ""],
  ["sub3=%7B%7D", "sub_id3", ""],
  ["sub4=%7B%7D", "sub_id4", ""],
  ["sub5=%7B%7D", "click_id", ""],
] as const)("the query %s makes %s %j", holds(496, 497, 500), (query, field, expected) => {
  expect(tracked(query)[field]).toBe(expected);
});

it.each([
  ["?oid=57", "oid=57"],
  ["oid[]=57&OID=58", "oid=57&oid=58"],
  ["affid=7&amp;oid=57", "affid=7&oid=57"],
  ["oid=57,58", "oid=57"],
  ["affid=7?oid=57&s1=abc?fbclid=xyz", "affid=7&oid=57&s1=abc&fbclid=xyz"],
  ["s1={sub1}&sub2={{campaign.name}}&sub3=__CAMPAIGN_ID__&sub4=[CLICK_ID]", "s1=&sub2=&sub3=&sub4="],
  ["sub5=%25%25ID%25%25&gclid={gclid}&x={x}", "sub5=&gclid=&x=%7Bx%7D"],
])("the query %s was meant as %s, which stays as it is", (query, meant) => {
  expect(meantQuery(query)).toBe(meant);
  expect(meantQuery(meant)).toBeUndefined();
});

it.each(["", "affid=7&s1=a%20b&utm=?x", "s1={}", "s1=a{x}&sub2=a?b=c&sub3=%ff", "__proto__=1&oid[x]=57"])(
  "the query %j is unchanged",
  (query) => expect(meantQuery(query)).toBeUndefined(),
);

describe("abuse of oid falls back to the path's offer", holds("T19"), () => {
  const bad = [
    "1e9",
    "0",
    "-1",
    "%2B57",
    "057",
    "57.0",
    "0x39",
    "abc",
    "",
    "%00",
    "5%007",
    "%7B%7D",
    "1234567890",
    "٥٧",
    "57%3Cscript%3E",
    "%E0%A4%A",
  ];
  it.each([
    ["oid=57", "57"],
    ["oid=81&oid=56", "81"],
    ["oid=56&oid=abc", "56"],
    ["oid= 56 ", "56"],
    ["oid=999999999", "999999999"],
    ...[...bad.map((oid) => `oid=${oid}`), "oid[x]=57", "s1=a?b=c"].map((query) => [query, "152"]),
  ])("%s gives %s", holds(120), (query, expected) => {
    expect(tracked(query!, { oid: 152 }).oid).toBe(expected);
  });
});

describe("abuse of affid falls back to the path's affiliate", holds("T19"), () => {
  const bad = ["a".repeat(129), "%00", "a b", "<b>", "a%2Fb", "ä", "%E0%A4%A"];
  it.each([
    ["affid=7", "7"],
    ["affid=7&affid=8", "7"],
    ["affid=partner_a.b-c", "partner_a.b-c"],
    ["affid=", ""],
    ["affid=%7B%7D", ""],
    [`affid=${"a".repeat(128)}`, "a".repeat(128)],
    ...bad.map((affid) => [`affid=${affid}`, "340"]),
  ])("%s gives %j", holds(126), (query, expected) => {
    expect(tracked(query!, { affid: 340 }).affid).toBe(expected);
  });
});

describe("abuse of free parameters", holds("T19"), () => {
  const free = [
    ["s1", "sub_id", "1"],
    ["sub1", "sub_id", "1"],
    ["sub2", "sub_id2", ""],
    ["sub3", "sub_id3", ""],
    ["sub4", "sub_id4", ""],
    ["sub5", "click_id", ""],
    ["gclid", "gclid", ""],
    ["fbclid", "fbclid", ""],
    ["_ef_transaction_id", "ef_transaction_id", ""],
    ["debug", "debug_id", ""],
  ] as const;

  describe.each(free)("%s", (name, field, fallback) => {
    it.each([
      ["the first of several", `${name}=a&${name}=b`, "a"],
      ["white space around it", `${name}=%20a%20`, "a"],
      ["other scripts and emoji", `${name}=%C3%B1%F0%9F%99%82`, "ñ🙂"],
      ["markup, as text", `${name}=%3Cb%3E`, "<b>"],
      ["what was encoded twice, once decoded", `${name}=%2541`, "%41"],
      ["255 characters", `${name}=${"x".repeat(255)}`, "x".repeat(255)],
    ])("keeps %s", holds(180, 181, 498, 499), (_, query, expected) => {
      expect(tracked(query)[field]).toBe(expected);
    });

    it.each([
      ["too many characters", `${name}=${"x".repeat(/gclid|fbclid|ef_/.test(name) ? 1001 : 256)}`],
      ["a null byte", `${name}=a%00`],
      ["a line break", `${name}=a%0D%0Ab`],
      ["an escape sequence", `${name}=%1B%5B31m`],
      ["bytes that are no text", `${name}=%FF%FE`],
      ["a sequence cut short", `${name}=a%E0%A4%A`],
    ])("falls back from %s", (_, query) => {
      expect(tracked(query)[field]).toBe(fallback);
    });
  });
});

it.each([
  ["flags=theme:v3&show-meter=yes", { flags: "theme:v3", "show-meter": "yes" }],
  ["show-meter=yes&show-meter=no", { "show-meter": "yes" }],
  ["flags=theme:v3&flags=theme:v4", { flags: "theme:v3" }],
  ["flags=%00", {}],
  [`flags=${"theme:v3,".repeat(40)}`, {}],
])("from the query %s only %j is read", (query, expected) => {
  expect(arrive(query).query).toEqual(expected);
});

describe("an arrival", () => {
  it("keeps known parameters only, and no personal data", holds(160), () => {
    expect(arrive("email=ana@example.com&phone=2135550123&q=y&__proto__=x&s1=a").query).toEqual({ s1: "a" });
  });

  it("drops values that are too long or broken, and keeps the others", () => {
    expect(arrive(`s1=${"x".repeat(15_000)}&sub2=a%00b&sub3=ok`).query).toEqual({ sub3: "ok" });
  });

  it.each([
    knownParameters.map((name) => `${name}=${encodeURIComponent("ü".repeat(255))}`),
    Array.from({ length: 100 }, (_, index) => `p${index}=${"x".repeat(200)}`),
  ])("never exceeds what fits in an address", (...parameters) => {
    expect(new URLSearchParams(keeping(parameters.join("&"))).toString().length).toBeLessThan(3200);
  });

  it("keeps values up to 3000 characters in total", () => {
    const of250 = knownParameters.slice(0, 11).map((name) => `${name}=${"x".repeat(250)}`);
    const [next, afterwards] = knownParameters.slice(11);
    const kept = (last: number) => {
      const query = [...of250, `${next}=${"x".repeat(last)}`, `${afterwards}=y`].join("&");
      return Object.keys(arrive(query).query);
    };
    expect(kept(250)).toEqual(knownParameters.slice(0, 12));
    expect(kept(251)).toEqual(knownParameters.slice(0, 11));
  });

  it("has the visitor's state where it is known", () => {
    const from = (region?: string) => readArrival("/survey/c", new URLSearchParams(), "", { region });
    expect(from("CA").region).toBe("CA");
    expect(from()).not.toHaveProperty("region");
  });

  it("keeps foreign parameters for the surveys that do so, the first of each", holds(160), () => {
    expect(keeping("utm_source=a&utm_source=b&x[]=1&s1=q")).toEqual({ utm_source: "a", "x[]": "1", s1: "q" });
  });

  it("keeps none that names a lead's own field, and none that is broken, long or odd", () => {
    const own =
      "email city state zip_code phone state_long ef_transaction_id q dq_reason is_disqualified cl lang referer step";
    const search = [...own.split(" "), "utm", "_ef_transaction_id"].map((name) => `${name}=x`).join("&");
    expect(keeping(search)).toEqual({ utm: "x", _ef_transaction_id: "x" });
    expect(keeping(`a=%00&b=${"x".repeat(256)}&${"n".repeat(65)}=1&a%20b=1&%3Cb%3E=1&__proto__=1`)).toEqual(
      {},
    );
  });

  it("truncates a long referer", () => {
    expect(arrive("", `https://example.com/${"x".repeat(2000)}`).referer).toHaveLength(500);
  });

  it.each([
    ["s1=a&utm=1", "utm=2&s1=a", false],
    ["s1=a", "s1=b", true],
    ["s1=a", "", true],
    ["", "s1=a", false],
    ["flags=theme:v3&s1=a", "s1=a", false],
    ["flags=theme:v3", "s1=a", false],
  ])("at %j has another source than at %j: %s", (now, before, isNew) => {
    expect(isNewSource(arrive(now), arrive(before))).toBe(isNew);
  });
});

const query = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(fc.tuple(fc.constantFrom(...knownParameters, "__proto__", "x"), fc.string({ unit: "binary" })))
    .map((pairs) => new URLSearchParams(pairs).toString()),
);

it("for any query, tracking is text, its offer a number and its affiliate an identifier", () => {
  fc.assert(
    fc.property(query, (text) => {
      const tracking = tracked(text, { oid: 81, affid: 1 });
      for (const value of Object.values(tracking)) {
        expect(value).toBeTypeOf("string");
        expect(value.length).toBeLessThanOrEqual(1000);
        expect(value).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }
      expect(tracking.oid).toMatch(/^[1-9]\d{0,8}$/);
      expect(tracking.affid).toMatch(/^[\w.-]{0,128}$/);
    }),
  );
});

describe("a click that no network has numbered", () => {
  const given = () => "0f".repeat(16);

  it("gets an id of ours, which is on the lead", () => {
    const arrival = withClick(arrive("affid=7"), given);
    expect(track(arrival, {}).ef_transaction_id).toBe(given());
    expect(arrival.query).toEqual({ affid: "7" });
  });

  it("keeps the one it brought", () => {
    expect(withClick(arrive("_ef_transaction_id=x"), given)).toEqual(arrive("_ef_transaction_id=x"));
    expect(track({ ...arrive("_ef_transaction_id=x"), click: given() }, {}).ef_transaction_id).toBe("x");
  });

  it("has the same source with our id in the address and without", () => {
    const known = withClick(arrive("affid=7"), given);
    expect(isNewSource(arrive("affid=7"), known)).toBe(false);
    expect(isNewSource(arrive(`affid=7&_ef_transaction_id=${given()}`), known)).toBe(false);
    expect(isNewSource(arrive("affid=7&_ef_transaction_id=other"), known)).toBe(true);
    expect(isNewSource(arrive(`affid=8&_ef_transaction_id=${given()}`), known)).toBe(true);
  });
});
