import { describe, expect, it } from "vitest";
import { liveBuyers } from "../../../services/providers/buyers.ts";
import { liveCompensation } from "../../../services/providers/compensation.ts";
import { leadProsper } from "../../../services/providers/lead-buyer.ts";
import { liveMappings, ofNumbers } from "../../../services/providers/mappings.ts";
import type { ZipLookup } from "../../../services/providers/ports.ts";
import { livePrePopulation, prePopulation } from "../../../services/providers/pre-population.ts";
import { liveProgressSave } from "../../../services/providers/progress-save.ts";
import {
  completedBy,
  embeddedZipLookup,
  liveZipLookup,
} from "../../../services/providers/zip-lookup/index.ts";
import { packZips } from "../../../services/providers/zip-lookup/pack.ts";
import { startLeadProsper } from "../../stubs/lead-prosper.ts";
import { startPrePopulation, startProgress, startZipLookup } from "../../stubs/own-contracts.ts";
import { settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

describe("zip codes", async () => {
  const { stub, callJson } = await stubbed(startZipLookup());
  const nowhere = { city: "", state: "", state_long: "", county: "" };
  const newYork = { city: "New York", state: "NY", state_long: "New York", county: "New York" };

  const lookups: [string, ZipLookup][] = [
    ["embedded", embeddedZipLookup()],
    ["live", liveZipLookup(callJson, { template: `${stub.origin}/{zip}` })],
  ];

  describe.each(lookups)("zip look-up, %s", (_, lookup) => {
    it.each([
      ["10001", newYork],
      ["90210", { city: "Beverly Hills", state: "CA", state_long: "California", county: "Los Angeles" }],
      ["77002", { city: "Houston", state: "TX", state_long: "Texas", county: "Harris" }],
      ["00501", { city: "Holtsville", state: "NY", state_long: "New York", county: "Suffolk" }],
      ["99950", { city: "Ketchikan", state: "AK", state_long: "Alaska", county: "Ketchikan Gateway" }],
      [
        "20001",
        {
          city: "Washington",
          state: "DC",
          state_long: "District of Columbia",
          county: "District of Columbia",
        },
      ],
    ])("knows %s", async (zip, place) => expect(await lookup.lookUp(zip)).toEqual(place));

    it.each(["00000", "09001", "00601", "1234", "123456", "12345-6789", "", "../x", " 1001"])(
      "does not know %j",
      async (zip) => expect(await lookup.lookUp(zip)).toEqual(nowhere),
    );
  });

  describe("live zip look-up", () => {
    it("puts only five digits into an address", holds("T23"), async () => {
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

    it.each<[string, unknown, object]>([
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

    it("asks at the address of the zip, with the headers of the settings", async () => {
      const headers = { "x-key": "the-key" };
      await liveZipLookup(callJson, { template: `${stub.origin}/{zip}`, headers }).lookUp("10001");
      expect(stub.requests[0]).toMatchObject({ path: "/10001", headers });
    });

    it("treats 404 as “no such ZIP code”", async () => expect(await answering({}, 404)).toEqual(nowhere));

    it.each<[string, unknown]>([
      ["another zip's place", { ...newYork, zip: "10002" }],
      ["another zip's place, of Zippopotam's", { ...zippopotam, "post code": "10002" }],
      ["nothing", {}],
      ["no list", []],
      ["a list of something else", [42]],
    ])("does not accept %s", async (_, body) =>
      expect(await answering(body)).toMatchObject({ kind: "garbage" }),
    );
  });

  describe("completedBy", () => {
    const table = lookups[0]![1];
    const by = (place: object) => completedBy(table, { lookUp: async () => ({ ...newYork, ...place }) });

    it("asks the table when the service fails", holds(481), async () => {
      stub.fault = "5xx";
      expect(await completedBy(table, lookups[1]![1]).lookUp("10001")).toEqual(newYork);
    });

    it("fills gaps with a place in the same state, and otherwise trusts the service", async () => {
      expect(await by({ county: "" }).lookUp("10001")).toEqual(newYork);
      expect(await by({ city: "Manhattan", state_long: "" }).lookUp("10001")).toEqual({
        ...newYork,
        city: "Manhattan",
      });
      expect(await by({ ...nowhere }).lookUp("10001")).toEqual(newYork);
    });

    it("takes nothing from another state's place: a gap leaves none", async () => {
      expect(await by({ state: "NJ", county: "" }).lookUp("10001")).toEqual(nowhere);
      expect(await by({ county: "" }).lookUp("00000")).toEqual(nowhere);
    });
  });

  describe("packZips", () => {
    const line = (...parts: string[]) => ["US", ...parts].join("\t");

    it("keeps only zips with all four values, in order", () => {
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
  });
});

describe("pre-population", async () => {
  const { stub, callJson } = await stubbed(startPrePopulation());
  const chosen = (env: Record<string, string>) =>
    prePopulation.choose(settingsOf(env), { callJson, withCallLog: (port) => port });

  describe("the live pre-population service", () => {
    const live = livePrePopulation(callJson, stub.origin, 40);

    it("is asked by affiliate and percentage", holds(489), async () => {
      expect(await live.ask({ affid: "1", sessionId: "s" })).toBe("yes");
      expect(await live.ask({ affid: "252", sessionId: "s" })).toBe("no");
      expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/check-affid-pre/1/40" });
    });

    it.each(["", "..", "a/b", "1?x"])("is not asked about the affiliate %j", holds("T23"), async (affid) => {
      const { port, mode } = chosen({ PREPOP_URL: stub.origin, "survey.prefill-percent": "40" });
      expect([mode, await port.ask({ affid, sessionId: "s" })]).toEqual(["live", undefined]);
      expect(stub.requests).toEqual([]);
    });

    it.each([
      ["Yes", "yes"],
      ["no", "no"],
      [true, "yes"],
      [{ result: false }, "no"],
      ["yes", "yes", "text/plain"],
      [" No\n", "no", "text/plain"],
    ])("may answer %j", holds(489), async (body, expected, type?: string) => {
      const reply = { body, ...(type && { headers: { "Content-Type": type } }) };
      const about = { affid: "1", sessionId: "s" };
      expect(await answered(reply, (...to) => livePrePopulation(...to, 40).ask(about))).toBe(expected);
    });
  });

  describe("without a service", () => {
    const draw = (percent: number, sessionId: string) =>
      chosen({ "survey.prefill-percent": String(percent) }).port.ask({ affid: "1", sessionId });
    const sessions = Array.from({ length: 400 }, (_, number) => `session-${number}`);
    const share = async (percent: number) => {
      const drawn = await Promise.all(sessions.map((session) => draw(percent, session)));
      return drawn.filter((answer) => answer === "yes").length / sessions.length;
    };

    it("draws for each session separately, as often as the percentage says", async () => {
      expect(chosen({ "survey.prefill-percent": "50" })).toMatchObject({
        mode: "embedded",
        how: "50 percent of sessions",
      });
      for (const percent of [10, 50, 90]) {
        expect(Math.abs((await share(percent)) - percent / 100)).toBeLessThan(0.08);
      }
      const answers = new Set(await Promise.all(sessions.map((session) => draw(50, session))));
      expect([...answers].sort()).toEqual(["no", "yes"]);
    });

    it("draws the same for a session each time, which keeps its yes when the percentage grows", async () => {
      for (const session of sessions.slice(0, 40)) {
        expect(await draw(50, session)).toBe(await draw(50, session));
        if ((await draw(20, session)) === "yes") expect(await draw(60, session)).toBe("yes");
      }
    });
  });
});

describe("an answer of the buyers service that is of odd shape", () => {
  const one = { name: "Firm One", ids: [1] };
  const found = (body: unknown) => answered({ body }, (...to) => liveBuyers(...to, 5_000).find({}));

  it.each<[string, unknown, object]>([
    ["ids as text", { name: "Firm Two", ids: ["2", " 3"] }, { name: "Firm Two", ids: [2, 3] }],
    ["a single id", { name: "Firm Two", id: "2" }, { name: "Firm Two", ids: [2] }],
    ["a single number for ids", { name: "Firm Two", ids: 2 }, { name: "Firm Two", ids: [2] }],
    [
      "an id among others that is none",
      { name: "Firm Two", ids: [2, "x", null] },
      { name: "Firm Two", ids: [2] },
    ],
  ])("is read as far as possible: %s", async (_, odd, read) => {
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [odd] })).toEqual({
      selected: [read, one],
      possible: [read],
    });
  });

  it.each([
    { name: "", ids: [2] },
    { ids: [2] },
    { name: "Firm Two", ids: [] },
    { name: "Firm Two" },
    "Firm Two",
    null,
  ])("loses the unreadable buyer, and no other: %j", async (odd) =>
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [one, odd] })).toEqual({
      selected: [one],
      possible: [one],
    }),
  );

  it("with only unreadable selections has named nobody", async () =>
    expect(await found({ selectedBuyers: [{ name: "Firm" }] })).toMatchObject({ kind: "garbage" }));
});

describe("the compensation estimate", () => {
  it.each([
    ["7", { level: 7 }],
    [0, { kind: "garbage" }],
    [8, { kind: "garbage" }],
    [2.5, { kind: "garbage" }],
    [null, { kind: "garbage" }],
  ])("a live estimate with the level %j means %j", holds(493), async (compLevel, expected) => {
    const said = await answered({ body: { compLevel } }, (...to) => liveCompensation(...to).estimate({}));
    expect(said).toMatchObject(expected);
  });
});

describe("the live mapping service", () => {
  it.each(["", "abc", "1.5", "-1", "9".repeat(16)])("is not asked about the affiliate %j", async (affid) => {
    const find = () => Promise.reject(new Error("asked"));
    expect(await ofNumbers({ find }).find({ affid, oid: "81" })).toBeUndefined();
  });

  it.each([
    {},
    { lp_campaign_id: 1, lp_supplier_id: 2 },
    { lp_campaign_id: 1, lp_supplier_id: 2, lp_key: "" },
    { lp_campaign_id: 1, lp_supplier_id: 2, lp_key: "a b" },
  ])("that answers %j has not answered", async (body) => {
    const found = await answered({ body }, (...to) => liveMappings(...to).find({ affid: "1", oid: "81" }));
    expect(found).toMatchObject({ kind: "garbage" });
  });
});

describe("a lead with a campaign of its own", async () => {
  const { stub, callJson } = await stubbed(startLeadProsper());
  const account = { campaignId: "1", supplierId: "2", key: "stub-key" };
  const mapped = { lp_campaign_id: "52", lp_supplier_id: "61", lp_key: "mapped-key-52" };
  const deliver = (isMapped: boolean, more: object, of: typeof account | undefined) =>
    leadProsper(callJson, {
      name: "lead-prosper",
      isTest: true,
      isMapped,
      account: of,
      firstRetryMs: 1,
      url: `${stub.origin}/direct_post`,
    }).deliver({ id: "m1", payload: { first_name: "Pat", ...more }, attempt: 1 });

  it.each([
    ["goes there without an account in the settings", true, mapped, undefined, "52 61 mapped-key-52"],
    ["but a gap goes to the settings' account", true, { ...mapped, lp_key: "" }, account, "1 2 stub-key"],
    ["and so does every lead where nobody maps", false, mapped, account, "1 2 stub-key"],
  ])("%s", async (_, isMapped, more, of, expected) => {
    await deliver(isMapped, more, of).catch(() => {});
    const { lp_campaign_id, lp_supplier_id, lp_key } = JSON.parse(stub.requests[0]!.body);
    expect([lp_campaign_id, lp_supplier_id, lp_key].join(" ")).toBe(expected);
  });

  it("waits when there is neither", async () => {
    await expect(deliver(true, {}, undefined)).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the progress service", async () => {
  const { stub, callJson } = await stubbed(startProgress());
  const live = liveProgressSave(callJson, stub.origin);
  const body = { session: "visit-1", data: { progression: [], backup: [] } };

  describe("the two statuses", () => {
    it.each([
      [true, false],
      ["yes", "no"],
      ["True", "FALSE"],
      [" success ", false],
    ])("%j is a yes, %j a no, each for its own queue", async (yes, no) => {
      stub.statuses = { userProgressionStatus: yes, userBackupStatus: no };
      expect(await live.save(body)).toEqual({ progression: true, backup: false });
      stub.statuses = { userProgressionStatus: no, userBackupStatus: yes };
      expect(await live.save(body)).toEqual({ progression: false, backup: true });
    });

    it("a missing status is a no", async () => {
      stub.statuses = { userBackupStatus: true };
      expect(await live.save(body)).toEqual({ progression: false, backup: true });
      stub.statuses = {};
      expect(await live.save(body)).toEqual({ progression: false, backup: false });
    });

    it.each([1, null, "ok", "", [], { saved: true }])("%j is no answer at all", async (odd) => {
      stub.statuses = { userProgressionStatus: true, userBackupStatus: odd };
      await expect(live.save(body)).rejects.toMatchObject({ kind: "garbage" });
    });
  });
});
