import { describe, expect, it } from "vitest";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { Learned } from "../../../machines/visit/facts.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { askFactsWith } from "../../../services/visits/ask-facts.ts";

const campaign = { lp_campaign_id: "51", lp_supplier_id: "61", lp_key: "k" };
const fails = () => Promise.reject(new ProviderFailure("timeout", "no answer"));

/** A visit of this query in which this was learned; what is asked then, and what comes of it. */
async function learnt(
  moment: "arrival" | "answer" | "post",
  {
    query = {},
    learned = {},
    down = false,
  }: { query?: Arrival["query"]; learned?: Learned; down?: boolean } = {},
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
  const known = { ...state, visit: { ...state.visit, learned } };
  const facts = await ask(entry, known, moment, { userAgent: "test", sessionId: "s" });
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

  it("a service that gives no answer is told of", async () => {
    expect((await learnt("arrival", { down: true })).facts).toEqual([
      { fact: "mapping", error: { kind: "timeout" } },
      { fact: "prePop", error: { kind: "timeout" } },
    ]);
  });

  it("what is known already is no news", async () => {
    const learned: Learned = { mapping, prePop };
    expect((await learnt("arrival", { learned })).facts).toEqual([]);
  });
});

describe("the campaign", () => {
  it("is asked for again only for the lead, and only where it is not known", async () => {
    expect((await learnt("answer")).asked).toEqual([]);
    expect((await learnt("post", { learned: { prePop } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { learned: { prePop, mapping: undefined } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { learned: { prePop, mapping } })).asked).toEqual([]);
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
    expect((await learnt("answer", { query: meter, learned: level })).asked).toEqual(["compensation"]);
  });

  it("that failed is waited for once more only, for the lead", async () => {
    const learned = { compensation: undefined };
    expect((await learnt("answer", { query: meter, learned })).asked).toEqual([]);
    expect((await learnt("post", { query: meter, learned })).asked).toContain("compensation");
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
