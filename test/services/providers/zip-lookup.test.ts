import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ZipLookup } from "../../../services/providers/ports.ts";
import {
  completedBy,
  embeddedZipLookup,
  liveZipLookup,
} from "../../../services/providers/zip-lookup/index.ts";
import { packZips } from "../../../services/providers/zip-lookup/pack.ts";
import { startZipLookup } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startZipLookup());
const nowhere = { city: "", state: "", state_long: "", county: "" };
const newYork = { city: "New York", state: "NY", state_long: "New York", county: "New York" };

const lookups: [string, ZipLookup][] = [
  ["embedded", embeddedZipLookup()],
  ["live", liveZipLookup(callJson, { template: `${stub.origin}/{zip}` })],
];

describe.each(lookups)("zip look-up, %s", (_, lookup) => {
  test.each([
    ["10001", newYork],
    ["90210", { city: "Beverly Hills", state: "CA", state_long: "California", county: "Los Angeles" }],
    ["77002", { city: "Houston", state: "TX", state_long: "Texas", county: "Harris" }],
    ["00501", { city: "Holtsville", state: "NY", state_long: "New York", county: "Suffolk" }],
    ["99950", { city: "Ketchikan", state: "AK", state_long: "Alaska", county: "Ketchikan Gateway" }],
    [
      "20001",
      { city: "Washington", state: "DC", state_long: "District of Columbia", county: "District of Columbia" },
    ],
  ])("knows %s", async (zip, place) => expect(await lookup.lookUp(zip)).toEqual(place));

  test.each(["00000", "09001", "00601", "1234", "123456", "12345-6789", "", "../x", " 1001"])(
    "does not know %j",
    async (zip) => expect(await lookup.lookUp(zip)).toEqual(nowhere),
  );
});

describe("live zip look-up", () => {
  test("puts nothing but five digits into an address", holds("T23"), async () => {
    await lookups[1]![1].lookUp("1000/");
    expect(stub.requests).toHaveLength(0);
  });

  /** A service with one answer, asked about 10001. */
  const answering = (body: unknown, status = 200) =>
    answered({ body, status }, (callJson, origin) =>
      liveZipLookup(callJson, { template: `${origin}/{zip}` }).lookUp("10001"),
    );
  const zippopotam = {
    "post code": "10001",
    country: "United States",
    "country abbreviation": "US",
    places: [{ "place name": "New York", longitude: "-74", state: "New York", "state abbreviation": "NY" }],
  };
  const ziptastic = {
    city: "New York",
    county: "New York",
    state: "New York",
    state_short: "NY",
    postal_code: "10001",
  };

  test.each<[string, unknown, object]>([
    ["ours", { ...newYork, zip: "10001" }, newYork],
    ["ours, with more than asked", { ...newYork, zip: "10001", lat: 1 }, newYork],
    ["ours, without a zip", newYork, newYork],
    ["ours, with a number for a zip", { ...newYork, zip: 10001 }, newYork],
    ["ours, with a gap", { ...newYork, county: " ", zip: "10001" }, { ...newYork, county: "" }],
    ["Zippopotam's", zippopotam, { ...newYork, county: "" }],
    ["Ziptastic's list", [{ ...ziptastic, timezone: "x" }], newYork],
    ["Ziptastic's, one by itself", ziptastic, newYork],
  ])("reads this form: %s", holds(481), async (_, body, place) =>
    expect(await answering(body)).toEqual(place),
  );

  test("asks at the address of the zip, with the headers of the settings", async () => {
    const headers = { "x-key": "the-key" };
    await liveZipLookup(callJson, { template: `${stub.origin}/{zip}`, headers }).lookUp("10001");
    expect(stub.requests[0]).toMatchObject({ path: "/10001", headers });
  });

  test("takes 404 for the word that there is no such place", async () =>
    expect(await answering({}, 404)).toEqual(nowhere));

  test.each<[string, unknown]>([
    ["another zip's place", { ...newYork, zip: "10002" }],
    ["another zip's place, of Zippopotam's", { ...zippopotam, "post code": "10002" }],
    ["nothing", {}],
    ["no list", []],
    ["a list of something else", [42]],
  ])("does not take %s", async (_, body) => expect(await answering(body)).toMatchObject({ kind: "garbage" }));
});

describe("completedBy", () => {
  const table = lookups[0]![1];
  const by = (place: object) => completedBy(table, { lookUp: async () => ({ ...newYork, ...place }) });

  test("asks the table when the service fails", holds(481), async () => {
    stub.fault = "5xx";
    expect(await completedBy(table, lookups[1]![1]).lookUp("10001")).toEqual(newYork);
  });

  test("fills the gaps of a place in the same state, and believes the service in the rest", async () => {
    expect(await by({ county: "" }).lookUp("10001")).toEqual(newYork);
    expect(await by({ city: "Manhattan", state_long: "" }).lookUp("10001")).toEqual({
      ...newYork,
      city: "Manhattan",
    });
    expect(await by({ ...nowhere }).lookUp("10001")).toEqual(newYork);
  });

  test("takes no part of another state's place: with a gap left there is none", async () => {
    expect(await by({ state: "NJ", county: "" }).lookUp("10001")).toEqual(nowhere);
    expect(await by({ county: "" }).lookUp("00000")).toEqual(nowhere);
  });
});

describe("packZips", () => {
  const line = (...parts: string[]) => ["US", ...parts].join("\t");

  test("keeps only zips with all four values, in order", () => {
    const table = packZips(
      [
        line("10002", "New York", "New York", "NY", "New York"),
        line("00501", "Holtsville", "New York", "NY", "Suffolk"),
        line("11713", "Bellport", "New York", "NY", "Suffolk"),
        line("09001", "APO AA", "", "", ""),
        line("1000", "Nowhere", "New York", "NY", "New York"),
        line("10002", "Second", "New York", "NY", "New York"),
        "",
      ].join("\n"),
    );
    expect(table).toEqual({
      states: [["NY", "New York"]],
      counties: [
        ["New York", 0],
        ["Suffolk", 0],
      ],
      cities: ["New York", "Holtsville", "Bellport"],
      steps: [501, 9501, 1711],
      cityOf: [1, 0, 2],
      countyOf: [1, 0, 1],
    });
  });

  test("the packed file stays small", () => {
    const file = new URL("../../../services/providers/zip-lookup/zips.json.gz", import.meta.url);
    expect(statSync(file).size).toBeLessThan(450_000);
  });
});
