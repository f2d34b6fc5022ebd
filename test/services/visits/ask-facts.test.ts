import { describe, expect, it } from "vitest";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { KnownFacts } from "../../../machines/visit/facts.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { askFactsWith } from "../../../services/visits/ask-facts.ts";

const campaign = { lp_campaign_id: "51", lp_supplier_id: "61", lp_key: "k" };
const fails = () => Promise.reject(new ProviderFailure("timeout", "no answer"));

/** A visit of this query in which these facts are known; what is asked then, and what comes of it. */
async function learnt(
  moment: "arrival" | "answer" | "post",
  {
    query = {},
    known = {},
    down = false,
  }: { query?: Arrival["query"]; known?: KnownFacts; down?: boolean } = {},
) {
  const asked: string[] = [];
  const answering =
    <Answer>(name: string, answer: Answer) =>
    async () => {
      asked.push(name);
      return down ? fails() : answer;
    };
  const ask = askFactsWith({
    mappings: { find: answering("mapping", campaign) },
    prePopulation: { ask: answering("prePop", "yes" as const) },
    compensation: { estimate: answering("compensation", { level: 4, amount: 16_000 }) },
  });
  const entry = findEntry("/survey/c")!;
  const body = { path: entry.path, query, referer: "" };
  const state = openVisit(entry, {}, [{ kind: "entry", at: 0, body }]);
  const opened = { ...state, visit: { ...state.visit, facts: known } };
  const facts = await ask(entry, opened, moment, { userAgent: "test", sessionId: "s" });
  return { asked, facts };
}

const mapping = { affid: "1", oid: "81", ...campaign };
const prePop = { affid: "1", prePopPii: "yes" as const };
const meter = { "show-meter": "yes" };

describe("when a visit begins or comes from elsewhere", () => {
  it("campaign and pre-population are asked for", async () => {
    expect(await learnt("arrival")).toEqual({
      asked: ["mapping", "prePop"],
      facts: [
        { fact: "mapping", value: mapping },
        { fact: "prePop", value: { affid: "1", prePopPii: "yes" } },
      ],
    });
  });

  it("a service that gives no answer is recorded", async () => {
    expect((await learnt("arrival", { down: true })).facts).toEqual([
      { fact: "mapping", error: { kind: "timeout" } },
      { fact: "prePop", error: { kind: "timeout" } },
    ]);
  });

  it("what is opened already is no news", async () => {
    const known: KnownFacts = { mapping, prePop };
    expect((await learnt("arrival", { known })).facts).toEqual([]);
  });
});

describe("the campaign", () => {
  it("is asked for again only for the lead, and only where it is not opened", async () => {
    expect((await learnt("answer")).asked).toEqual([]);
    expect((await learnt("post", { known: { prePop } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { known: { prePop, mapping: undefined } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { known: { prePop, mapping } })).asked).toEqual([]);
  });

  it("and pre-population are asked for with the lead of a visit that is a single post", async () => {
    expect((await learnt("post")).asked).toEqual(["mapping", "prePop"]);
  });
});

describe("the compensation estimate", () => {
  it("is asked for after each answer, where the meter is shown", async () => {
    expect((await learnt("answer", { query: meter })).facts).toEqual([
      { fact: "compensation", value: { level: 4, amount: 16_000 } },
    ]);
    expect((await learnt("arrival", { query: meter })).asked).toContain("compensation");
    const level = { compensation: { level: 3 } };
    expect((await learnt("answer", { query: meter, known: level })).asked).toEqual(["compensation"]);
  });

  it("that failed is waited for once more only, for the lead", async () => {
    const known = { compensation: undefined };
    expect((await learnt("answer", { query: meter, known })).asked).toEqual([]);
    expect((await learnt("post", { query: meter, known })).asked).toContain("compensation");
  });
});

it("a fault of ours is no failure of a service's", async () => {
  const ask = askFactsWith({
    mappings: { find: () => Promise.reject(new TypeError("ours")) },
    prePopulation: { ask: async () => undefined },
    compensation: { estimate: async () => undefined },
  });
  const entry = findEntry("/survey/c")!;
  const arrival = { path: entry.path, query: {}, referer: "" };
  const state = openVisit(entry, {}, [{ kind: "entry", at: 0, body: arrival }]);
  await expect(ask(entry, state, "arrival", { userAgent: "test", sessionId: "s" })).rejects.toThrow("ours");
});
