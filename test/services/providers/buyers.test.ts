import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { buyersInFile } from "../../../services/providers/buyers.ts";
import { leadProsper, toLeadProsper } from "../../../services/providers/lead-buyer.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { readFile } from "../../../services/settings/settings-file.ts";
import { startLeadProsper, type Verdict } from "../../stubs/lead-prosper.ts";
import { sampleBuyers } from "../../stubs/run.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const path = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.yaml");
const read = (content: unknown) => {
  writeFileSync(path, `buyers: ${typeof content === "string" ? content : JSON.stringify(content)}`);
  const { buyers, faults } = readFile({ CLAIMPATH_FILE: path });
  return { ...buyers!, faults };
};
const five = ["A", "B", "C", "D", "E"].map((name, index) => ({
  name,
  ids: [index * 3, index * 3 + 1, index * 3 + 2],
  variants: ["v4nv-d2"],
}));

const onD1 = (buyer: object) => ({ ...buyer, variants: ["v4nv-d1"] });
const one = (more: object) => [{ name: "A", ids: [1], ...more }];

describe("a file of buyers", () => {
  it(
    "says who may be selected, who is on which list, and who is named by default",
    holds(200, 511, 512, 513),
    () => {
      const { selectable, lists, faults } = read([
        { name: " North Law ", ids: [7], states: ["TX"], injuries: ["Whiplash"], "daily-cap": 2 },
        { name: "East Law", ids: [40745], default: true },
        { name: "West Law", ids: [40747], default: true },
        { name: "One Law", ids: [1, 2, 3], variants: ["v4nv-d1"] },
        { name: "Single Law", ids: [9], variants: ["v4nv-x1"] },
        ...five,
      ]);
      expect(faults).toEqual([]);
      expect(selectable).toEqual([
        { name: "North Law", ids: [7], states: ["TX"], injuries: ["Whiplash"], dailyCap: 2 },
      ]);
      expect(lists).toEqual({
        "v4nv-d1": [{ name: "One Law", ids: [1, 2, 3] }],
        "v4nv-d2": five.map(({ name, ids }) => ({ name, ids })),
        "v4nv-x1": [{ name: "Single Law", ids: [9] }],
        default: [
          { name: "West Law", ids: [40747] },
          { name: "East Law", ids: [40745] },
        ],
      });
    },
  );

  it("is valid as the sample for development, whose firms say that they are none", () => {
    const { faults, lists, selectable } = read(readFileSync(sampleBuyers, "utf8"));
    expect(faults).toEqual([]);
    const all = [...selectable, ...Object.values(lists).flat()];
    expect(all.filter(({ name }) => !/^Sample .*\(not a real firm\)$/.test(name))).toEqual([]);
    expect(Object.values(lists).map((list) => list.length)).toEqual([1, 5, 1, 2]);
  });

  it.each<[string, unknown, string]>([
    ["text that is no YAML", "[{", ": this is not YAML ("],
    ["something else", { buyers: [] }, ": buyers must be a list of buyers"],
    ["no name", [{ ids: [1] }], ": buyers.0.name is missing"],
    [
      "a name of two lines",
      [{ name: "A\nB", ids: [1] }],
      "buyers.0.name must be 1 to 200 characters on one line",
    ],
    [
      "a slot for a name",
      [{ name: "{buyers}", ids: [1] }],
      "buyers.0.name must be 1 to 200 characters on one line",
    ],
    ["no ids", one({ ids: [] }), ": buyers.0.ids must be a list of numbers"],
    ["an id as text", one({ ids: ["1"] }), ": buyers.0.ids.0 must be whole numbers"],
    ["an id read as another", "[{ name: A, ids: [12e3] }]", ": buyers.0.ids.0 must be whole numbers"],
    ["a state in full", one({ states: ["Texas"] }), "buyers.0.states.0 must be two-letter codes"],
    ["a state that is none", one({ states: ["XX"] }), "buyers.0.states.0 must be two-letter codes"],
    [
      "an entry with the bar by http",
      one({ "bar-record": "http://bar.example/1" }),
      "buyers.0.bar-record must be an https address",
    ],
    ["a city of nothing", one({ city: " " }), "buyers.0.city must not be empty"],
    ["no state at all", one({ states: [] }), "buyers.0.states must be a list of states"],
    ["an unknown injury", one({ injuries: ["Flu"] }), "buyers.0.injuries.0 must be among Back or Neck"],
    ["a cap of none", one({ "daily-cap": 0 }), "buyers.0.daily-cap must be at least 1"],
    ["half a lead", one({ "daily-cap": 1.5 }), "buyers.0.daily-cap must be a whole number"],
    ["another variant", one({ variants: ["v4nv-d3"] }), "; did you mean v4nv-d1?"],
    [
      "a field of no meaning",
      one({ state: "TX" }),
      "claimpath.yaml line 1 column 32: buyers.0.state is not known here; did you mean states?",
    ],
    ["the second buyer", [...one({}), { name: "B" }], ": buyers.1.ids is missing"],
    [
      "too few for d2",
      five.slice(1),
      ": buyers are not complete: v4nv-d2 must have 5 buyers in all, it has 4",
    ],
    ["two for d1", five.slice(0, 2).map(onD1), "must have 1 buyer in"],
    ["other ids for d1", one({ ids: [4, 5, 6] }).map(onD1), "A must have the ids 1, 2, 3 for"],
    ["two ids for x1", one({ ids: [4, 5], variants: ["v4nv-x1"] }), "A must have 1 id for v4nv-x1"],
    ["another default id", one({ default: true }), "A must have one of the ids 40747 and 40745"],
    [
      "a limit on a fixed list",
      one({ variants: ["v4nv-x1"], "daily-cap": 3 }),
      ": buyers.0.daily-cap does not go together with variants",
    ],
    [
      "a limit on a default buyer",
      one({ ids: [40745], default: true, states: ["TX"] }),
      ": buyers.0.states does not go together with default",
    ],
    [
      "two roles",
      one({ ids: [40745], default: true, variants: ["v4nv-x1"] }),
      ": buyers.0.default does not go together with variants",
    ],
    [
      "a name twice",
      [...one({}), ...one({ ids: [2] })],
      ": A must not be twice among the buyers to be selected",
    ],
    [
      "an id twice",
      ["A", "B"].map((name) => ({ name, ids: [40745], default: true })),
      ": 40745 must not be twice among default",
    ],
  ])("stops the start for %s, with the position", (_what, content, expected) => {
    read(content);
    expect(() => readSettings({ CLAIMPATH_FILE: path })).toThrow(`Bad settings: ${path}`);
    expect(() => readSettings({ CLAIMPATH_FILE: path })).toThrow(expected);
  });

  it("may be YAML, with comments, and its faults have their lines", () => {
    const yaml = "# Ours\n- name: North Law\n  ids: [7]\n  states: [TX, NO] # Norway is none\n";
    expect(read(yaml.replace("NO", "OK"))).toMatchObject({
      selectable: [{ name: "North Law", ids: [7], states: ["TX", "OK"] }],
      faults: [],
    });
    expect(read(yaml).faults).toEqual([
      expect.stringContaining(
        "claimpath.yaml line 4 column 16: buyers.0.states.1 must be two-letter codes, such as TX",
      ),
    ]);
  });
});

describe("who is selected from the file", () => {
  const everywhere = { name: "Everywhere Law", ids: [1] };
  const texan = { name: "Texan Law", ids: [2, 3] };
  const capped = { name: "Capped Law", ids: [4] };
  const injured = { name: "Injury Law", ids: [5] };
  const selectable = [
    everywhere,
    { ...texan, states: ["TX"] },
    { ...capped, dailyCap: 2 },
    { ...injured, injuries: ["Whiplash"] },
  ];
  const find = (fields: Record<string, string>, today: [string, number][] = []) =>
    buyersInFile(selectable, async () => new Map(today)).find(fields);

  it.each([
    [{ state: "TX", specific_injury: "Whiplash" }, [everywhere, texan, capped, injured]],
    [{ state: "CA", specific_injury: "Whiplash" }, [everywhere, capped, injured]],
    [{ state: "", specific_injury: "Other" }, [everywhere, capped]],
    [{}, [everywhere, capped]],
  ])("depends on state and injury: %j", holds(200), async (fields, expected) => {
    expect(await find(fields)).toEqual({ selected: expected, possible: expected });
  });

  it("leaves out firms with all leads of the day, but counts them as possible", async () => {
    const both = [everywhere, capped];
    expect(await find({}, [["Capped Law", 1]])).toEqual({ selected: both, possible: both });
    expect(await find({}, [["Capped Law", 2]])).toEqual({ selected: [everywhere], possible: both });
    expect(await find({}, [["Everywhere Law", 9]])).toEqual({ selected: both, possible: both });
  });
});

describe("the lead buyer", async () => {
  const { stub, callJson } = await stubbed(startLeadProsper());
  const account = { campaignId: "11", supplierId: "22", key: "the-key" };
  const settings = {
    name: "lead-prosper" as const,
    url: `${stub.origin}/direct_post`,
    account,
    isTest: true,
    firstRetryMs: 60_000,
    timeoutMs: 500,
  };
  const payload = {
    first_name: "Pat",
    phone: "(212) 555-0142",
    lp_key: "from-the-browser",
    raw_at_Fault: "Yes",
    derived_fields: ["at_Fault", "doctor_treatment"],
  };

  beforeEach(() => {
    Object.assign(stub, { verdict: "accept", failureRate: 0 });
    stub.received.clear();
  });

  describe.each(["lead-prosper", "contact-ingest"] as const)("%s", (name) => {
    const destination = leadProsper(callJson, { ...settings, name });
    const deliver = (id = "m1") => destination.deliver({ id, payload, attempt: 1 });

    it("sends the message with our own ids", async () => {
      await deliver();
      expect(stub.requests[0]).toMatchObject({
        method: "POST",
        path: "/direct_post",
        type: "application/json",
      });
      expect(stub.received.get("m1")?.fields).toEqual({
        first_name: "Pat",
        phone: "2125550142",
        raw_at_Fault: "Yes",
        derived_fields: "at_Fault,doctor_treatment",
        message_id: "m1",
        lp_campaign_id: "11",
        lp_supplier_id: "22",
        lp_key: "the-key",
        lp_action: "test",
      });
    });

    it.each<[Verdict, object]>([
      ["accept", { outcome: "accepted", detail: "code 0" }],
      ["duplicate", { outcome: "duplicate", detail: "code 1002" }],
      ["reject", { outcome: "rejected", detail: "code 1006" }],
      ["invalid", { outcome: "rejected", detail: "code 1015" }],
    ])("on %s", async (verdict, result) => {
      stub.verdict = verdict;
      expect(await deliver()).toEqual(result);
    });

    it("a wrong key is not the lead's fault: it is kept", async () => {
      stub.verdict = "bad-key";
      await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "refused" });
    });

    it("a lead whose answer was cut off has arrived", async () => {
      stub.verdict = "cut";
      expect(await deliver()).toEqual({
        outcome: "accepted",
        detail: "status 200, but the answer could not be read",
      });
      expect(stub.received.get("m1")?.times).toBe(1);
    });

    it("a second attempt settles a delivery without an answer", holds("T8"), async () => {
      await deliver();
      expect(await deliver()).toMatchObject({ outcome: "duplicate" });
      expect(stub.received.get("m1")?.times).toBe(2);
    });
  });

  describe("LeadProsper's answers", () => {
    const delivered = (body: unknown) =>
      answered({ body }, (callJson, url) =>
        leadProsper(callJson, { ...settings, url }).deliver({ id: "m1", payload, attempt: 1 }),
      );

    it.each([
      [{ status: "accepted" }, { outcome: "accepted", detail: "no code" }],
      [
        { status: "ERROR", id: "x", error_code: "2000" },
        { outcome: "rejected", detail: "code 2000" },
      ],
      [
        { status: "ERROR", lead_id: 7 },
        { outcome: "rejected", detail: "no code" },
      ],
      [
        { status: "ERROR", message: "Validation failed" },
        { outcome: "rejected", detail: "no code" },
      ],
      [
        { status: "ERROR", id: "x", code: "n/a" },
        { outcome: "rejected", detail: "no code" },
      ],
    ])("%j", async (body, result) => expect(await delivered(body)).toEqual(result));

    it.each([{ status: "ERROR" }, { status: "ERROR", id: "", code: 1001, message: "Pat is unknown" }])(
      "%j is no verdict on the lead",
      async (body) => {
        const failure = await delivered(body);
        expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
        expect((failure as Error).message).not.toContain("Pat");
      },
    );

    it.each([{ status: "MAYBE" }, { id: "x" }, {}, "ACCEPTED"])(
      "%j is not understood, but a buyer that answers with status 200 has the lead",
      async (body) => {
        const detail = "status 200, but the answer could not be read";
        expect(await delivered(body)).toEqual({ outcome: "accepted", detail });
      },
    );
  });

  it.each([
    ["it says itself", false, { lp_action: "test" }, "test"],
    ["it says itself", true, { lp_action: "" }, ""],
    ["its receiver's switch says, where it had none", true, {}, "test"],
    ["its receiver's switch says, where it had none", false, {}, ""],
  ])("a message is a test with %s (%j, %j)", async (_, isTest, more, expected) => {
    const buyer = leadProsper(callJson, { ...settings, isTest });
    await buyer.deliver({ id: "m1", payload: { ...payload, ...more }, attempt: 1 });
    expect(stub.received.get("m1")?.fields.lp_action).toBe(expected);
  });

  describe("toLeadProsper", () => {
    it("gives fields their usual names and formats", () => {
      const lead = {
        first_name: "Pat",
        last_name: "No",
        email: "pat@example.com",
        phone: "+1 (212) 555-0142",
        zip_code: "00501",
        state: "NY",
        at_Fault: "no",
        with_Lawyer: "Yes",
        physical_injury: "Yes",
        doctor_treatment: "No",
        police_report: "yes",
        case_description: "Yes",
        months: 2,
        incident_date: "2026-03-01",
        when_seek_medical_treatment_date: "03/05/2026",
        landing_page: "https://claims.example",
        tcpa: "I agree",
        leadid_token: "token",
        trusted_form_cert_id: "1",
        trustedform_cert_url: "https://cert.example/1",
        affid: "1",
        lp_subid1: "é".repeat(80),
        lp_s2: "google",
        lp_subid2: undefined,
        selected_buyers: [1, 2],
        raw_physical_injury: "Yes",
        derived_fields: ["physical_injury", "doctor_treatment"],
      };
      expect(toLeadProsper(lead)).toEqual({
        ...lead,
        phone: "2125550142",
        when_seek_medical_treatment_date: "2026-03-05",
        at_fault: "no",
        currently_represented: "yes",
        physical_injury: "yes",
        doctor_treatment: "no",
        landing_page_url: lead.landing_page,
        tcpa_text: lead.tcpa,
        jornaya_leadid: lead.leadid_token,
        lp_subid1: "é".repeat(75),
        selected_buyers: "1,2",
        derived_fields: "physical_injury,doctor_treatment",
      });
    });

    it("is idempotent", () => {
      const names = "at_Fault with_Lawyer phone incident_date lp_subid1 tcpa raw_x physical_injury".split(
        " ",
      );
      const leads = fc.dictionary(fc.constantFrom(...names), fc.string());
      fc.assert(
        fc.property(leads, (lead) => {
          const once = toLeadProsper(lead);
          expect(toLeadProsper(once)).toEqual(once);
        }),
      );
    });
  });
});
