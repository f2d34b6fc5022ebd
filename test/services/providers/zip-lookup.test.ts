import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createCallJson } from "../../../services/http.ts";
import type { ZipLookup } from "../../../services/ports.ts";
import { embeddedZipLookup } from "../../../services/zip-lookup/embedded.ts";
import { firstThen } from "../../../services/zip-lookup/fallback.ts";
import { liveZipLookup } from "../../../services/zip-lookup/live.ts";
import { packZips } from "../../../services/zip-lookup/pack.ts";
import { startZipLookup } from "../../stubs/own-contracts.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startZipLookup());
const nowhere = { city: "", state: "", state_long: "", county: "" };
const newYork = { city: "New York", state: "NY", state_long: "New York", county: "New York" };

const lookups: [string, ZipLookup][] = [
  ["embedded", embeddedZipLookup()],
  ["live", liveZipLookup(callJson, `${stub.origin}/{zip}`)],
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
  test("puts nothing but five digits into an address", async () => {
    await lookups[1]![1].lookUp("1000/");
    expect(stub.requests).toHaveLength(0);
  });

  test.each([
    ["a gap", { ...newYork, county: "", zip: "10001" }, nowhere],
    ["white space", { ...newYork, city: " ", zip: "10001" }, nowhere],
    ["more than asked", { ...newYork, zip: "10001", lat: 1 }, newYork],
  ])("reads an answer with %s", holds(481), async (_, body, place) => {
    const other = await startStub(() => ({ body }));
    const lookup = liveZipLookup(createCallJson([other.origin]), `${other.origin}/{zip}`);
    expect(await lookup.lookUp("10001")).toEqual(place);
    await other.stop();
  });

  test("does not take the place of another zip", async () => {
    const other = await startStub(() => ({ body: { ...newYork, zip: "10002" } }));
    const lookup = liveZipLookup(createCallJson([other.origin]), `${other.origin}/{zip}`);
    await expect(lookup.lookUp("10001")).rejects.toMatchObject({ kind: "garbage" });
    await other.stop();
  });
});

describe("firstThen", () => {
  test("asks the table when the service fails", holds(481), async () => {
    stub.fault = "5xx";
    const lookup = firstThen(lookups[1]![1], lookups[0]![1]);
    expect(await lookup.lookUp("10001")).toEqual(newYork);
  });
});

describe("packZips", () => {
  const line = (...parts: string[]) => ["US", ...parts].join("\t");

  test("keeps only zips with all four values, in order", () => {
    const table = packZips(
      [
        line("10002", "New York", "New York", "NY", "New York"),
        line("00501", "Holtsville", "New York", "NY", "Suffolk"),
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
      cities: ["New York", "Holtsville"],
      steps: [501, 9501],
      cityOf: [1, 0],
      countyOf: [1, 0],
    });
  });

  test("the packed file stays small", () => {
    const file = new URL("../../../services/zip-lookup/zips.json.gz", import.meta.url);
    expect(statSync(file).size).toBeLessThan(450_000);
  });
});
