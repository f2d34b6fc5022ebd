import { afterEach, describe, expect, it, vi } from "vitest";
import type { Arrival } from "../../../machines/context/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { KnownFacts } from "../../../machines/visit/facts.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { createSeal } from "../../../services/guard/signing.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { LeadExchangeBody } from "../../../services/providers/ports.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { BadEmails } from "../../../services/store/visits/bad-emails.ts";
import { askFactsWith } from "../../../services/visits/ask-facts.ts";
import { addressSigns, botSuspicions } from "../../../services/visits/bot-signals.ts";
import { contactWith } from "../../../services/visits/contact.ts";
import { beginVisitWith } from "../../../services/visits/open-visit.ts";
import { ownFigures } from "../../../services/visits/own-figures.ts";
import type { AskPaid } from "../../../services/visits/paid-calls.ts";
import { performWith } from "../../../services/visits/perform.ts";
import { freshStore, sqlite } from "../../support/databases.ts";

const campaign = { lp_campaign_id: "51", lp_supplier_id: "61", lp_key: "k" };
const fails = () => Promise.reject(new ProviderFailure("timeout", "no answer"));

/** A visit of this query with these known facts; its calls at this moment, and their results. */
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
  it("campaign and pre-population are requested", async () => {
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

  it("facts that were opened before are not news", async () => {
    const known: KnownFacts = { mapping, prePop };
    expect((await learnt("arrival", { known })).facts).toEqual([]);
  });
});

describe("the campaign", () => {
  it("is requested again only for the lead, and only where it is not opened", async () => {
    expect((await learnt("answer")).asked).toEqual([]);
    expect((await learnt("post", { known: { prePop } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { known: { prePop, mapping: undefined } })).asked).toEqual(["mapping"]);
    expect((await learnt("post", { known: { prePop, mapping } })).asked).toEqual([]);
  });

  it("and pre-population are requested with the lead of a visit that is a single post", async () => {
    expect((await learnt("post")).asked).toEqual(["mapping", "prePop"]);
  });
});

describe("the compensation estimate", () => {
  it("is requested after each answer, where the meter is shown", async () => {
    expect((await learnt("answer", { query: meter })).facts).toEqual([
      { fact: "compensation", value: { level: 4, amount: 16_000 } },
    ]);
    expect((await learnt("arrival", { query: meter })).asked).toContain("compensation");
    const level = { compensation: { level: 3 } };
    expect((await learnt("answer", { query: meter, known: level })).asked).toEqual(["compensation"]);
  });

  it("that failed is awaited once more only, for the lead", async () => {
    const known = { compensation: undefined };
    expect((await learnt("answer", { query: meter, known })).asked).toEqual([]);
    expect((await learnt("post", { query: meter, known })).asked).toContain("compensation");
  });
});

describe("a fault behind a fact", () => {
  it("a fault of ours does not count as a service's failure", async () => {
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
});

const now = Date.UTC(2026, 10, 23, 12);
const hour = 60 * 60 * 1000;
const begin = beginVisitWith({ newId: () => "id", newClickId: () => "click", now: () => now });
const arrival = { path: "/survey/c", query: { affid: "7" }, referer: "https://our.own/page" };

describe("the beginning of a visit", () => {
  it.each([
    ["when the first page was shown", now - hour, now - hour],
    ["now, where a clock says that it is yet to come", now + hour, now],
    ["a day ago at most", 0, now - 24 * hour],
  ])("a visit begins %s", (_when, at, began) => {
    const token = begin("c", arrival, { at, referer: "https://ads.example/" });
    expect(token).toMatchObject({ id: "id", survey: "c", at: began, seen: 0, isNew: true });
    expect(token.arrival).toEqual({ ...arrival, referer: "https://ads.example/", click: "click" });
  });

  it("a visit with an unknown first page begins now, without a referrer", () => {
    expect(begin("c", arrival, undefined)).toMatchObject({ at: now, arrival: { referer: "" } });
  });
});

describe("what looks like a program", () => {
  it.each([
    [{ tookMs: 65_000, trapFilled: false }, []],
    [{ tookMs: null, trapFilled: false }, []],
    [{ tookMs: 8_000, trapFilled: false }, []],
    [{ tookMs: 7_999, trapFilled: false }, ["done in 8.0 s"]],
    [{ tookMs: 65_000, trapFilled: true }, ["the hidden field was filled in"]],
    [{ tookMs: 120, trapFilled: true }, ["the hidden field was filled in", "done in 0.1 s"]],
  ])("%j: %j", (signs, odd) => expect(botSuspicions(signs, "survey")).toEqual(odd));

  it.each([
    ["victim@example.com", {}],
    ["josé+a.b@bücher.example", {}],
    ["почта@example.com", {}],
    ["vіctim@example.com", { mixedScripts: true }],
    ["ana@xn--xample-2of.com", { mixedScripts: true }],
    ["ana@еxample.com", { mixedScripts: true }],
    ["", {}],
  ])("the address %s: %j", (email, odd) => expect(addressSigns(email)).toEqual(odd));

  it("a short form takes less time", () => {
    expect(botSuspicions({ tookMs: 4_000, trapFilled: false }, "contact")).toEqual([]);
    expect(botSuspicions({ tookMs: 2_999, trapFilled: false }, "contact")).toEqual(["done in 3.0 s"]);
    expect(botSuspicions({ tookMs: 1_500, trapFilled: false }, "do-not-sell")).toEqual([]);
    expect(botSuspicions({ tookMs: 1_499, trapFilled: false }, "do-not-sell")).toEqual(["done in 1.5 s"]);
  });
});

describe("the lead exchange", () => {
  it.each([
    [undefined, 1],
    [{ by: "gpc" as const }, 0],
    [{ by: "do-not-sell" as const }, 0],
  ])("the lead exchange is told of a visitor with the opt-out %j %i times", async (optOut, times) => {
    const received: LeadExchangeBody[] = [];
    const leadExchange = { announce: async (body: LeadExchangeBody) => void received.push(body) };
    const ask: AskPaid = (_name, _payer, call) => call(leadExchange as never);
    const perform = performWith(ask, {} as BadEmails, { find: async () => null });
    const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", facts: { optOut } };
    const call = { id: "exchangeLeadData", invoke: "exchangeLeadData", input: { zip: "90210" } } as const;
    expect(await perform(call, caller)).toEqual({ call: "exchangeLeadData", output: null });
    expect(received).toHaveLength(times);
  });
});

describe("own figures", () => {
  const counting = (counted: { sent: number; fit: number }, waits: number[] = []) => ({
    leads: { countJudged: vi.fn(async () => counted) },
    sales: { waitsForCall: vi.fn(async () => waits) },
  });
  const afternoon = Date.parse("2026-11-23T15:30:00Z");

  afterEach(() => vi.useRealTimers());

  it.each([
    ["UTC", "2026-08-25", "2026-11-23"],
    ["America/Los_Angeles", "2026-08-25T07:00Z", "2026-11-23T08:00Z"],
    ["Pacific/Kiritimati", "2026-08-25T10:00Z", "2026-11-23T10:00Z"],
  ])("cover 90 whole days of %s", async (zone, from, until) => {
    const store = counting({ sent: 100, fit: 31 });
    const day = zone.endsWith("Kiritimati") ? "2026-11-24" : "2026-11-23";
    expect(await ownFigures(store, afternoon, zone)).toEqual({ sent: 100, fit: 31, days: 90, until: day });
    for (const asked of [store.leads.countJudged, store.sales.waitsForCall])
      expect(asked).toHaveBeenCalledWith(Date.parse(from), Date.parse(until));
  });

  it("are omitted below a hundred", async () => {
    expect(await ownFigures(counting({ sent: 99, fit: 99 }), afternoon, "UTC")).toBeUndefined();
  });

  it("include how long half of the people waited for a call, once fifty calls are known", async () => {
    const minute = 60_000;
    const waits = Array.from({ length: 50 }, (_, nth) => (50 - nth) * 10 * minute);
    const call = async (known: number[]) =>
      (await ownFigures(counting({ sent: 100, fit: 31 }, known), afternoon, "UTC"))?.call;
    expect(await call(waits)).toEqual({ minutes: 260, of: 50 });
    expect(await call(waits.slice(1))).toBeUndefined();
  });

  it("are omitted when the store fails, or takes longer than half a second", async () => {
    const { sales } = counting({ sent: 0, fit: 0 });
    const failing = { sales, leads: { countJudged: () => Promise.reject(new Error("no store")) } };
    expect(await ownFigures(failing, afternoon, "UTC")).toBeUndefined();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const stuck = { sales, leads: { countJudged: () => new Promise<never>(() => {}) } };
    const figures = ownFigures(stuck, afternoon, "UTC");
    await vi.advanceTimersByTimeAsync(500);
    expect(await figures).toBeUndefined();
  });
});

describe("forms", () => {
  const on = freshStore(sqlite.start);
  const seal = createSeal(["s".repeat(32)], "contact form");
  const values = {
    typeOfAccident: "Car",
    firstName: "Zoe",
    lastName: "Quill",
    message: "Please call me.",
    email: "zoe@example.com",
    phoneNumber: "2125550142",
  };
  const contact = () =>
    contactWith({
      store: on.store,
      seal,
      settings: readSettings({}),
      destinations: [],
      now: () => on.now,
      address: (submission) => submission,
      onStored: () => {},
    });
  const send = async (token?: string, more: object = {}) => {
    const about = { trapFilled: false, ip: "192.0.2.1", userAgent: "test", referer: "", location: "/" };
    const { leadId } = await contact().submit({ ...about, token, values: { ...values, ...more } as never });
    return (await on.store.leads.get(leadId))!;
  };

  it("a message that is sent twice is stored once, and one with other words separately; the time on the form is kept", async () => {
    const token = contact().newToken();
    on.now += 65_000;
    const once = await send(token);
    expect(once.signs).toMatchObject({ tookMs: 65_000 });
    expect(await send(token)).toEqual(once);
    expect((await send(token, { message: "Please write instead." })).id).not.toBe(once.id);
    expect((await send()).signs, "nobody knows of a form without its token").toMatchObject({ tookMs: null });
  });
});
