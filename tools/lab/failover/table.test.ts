import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { answersC } from "../../../test/support/answers.ts";
import { faults as kinds, plan } from "./faults.ts";
import { type Found, outcome, strangers, table, wrongs } from "./table.ts";
import { Visitors } from "./visitors.ts";

const seen = (more: object = {}) => ({
  nothingTakenMs: 1_234,
  longestWaitMs: 2_000,
  refused: new Map([[503, 4]]),
  typedAgain: 0,
  answered: new Map([["v", ["AtFault", "HasLawyer"]]]),
  acknowledged: ["a@example.com"],
  unthanked: [],
  ...more,
});
const { IncidentDescription, NameAndEmail, PhoneAndZip } = answersC;
const record = { ...IncidentDescription, ...PhoneAndZip, first_name: NameAndEmail!.firstName };
const lead = { id: "1", email: "a@example.com", consents: "1", messages: "1", delivered: "1", record };
const arrival = { times: 2, path: "/direct_post", fields: { lp_action: "test", ...record } };
const arrivals = (fields: object) => new Map([["1.lead-prosper", { ...arrival, fields: { ...fields } }]]);
const answers = new Map([["v", ["AtFault", "HasLawyer", "WasUserInjured"]]]);
const whole: Found = { leads: [lead], received: arrivals(arrival.fields), answers, isEnd: true };
const faults = (more: object = {}, found: Partial<Found> = {}) => [
  outcome({ name: "leader killed", note: "3 commits", seen: seen(more) }, { ...whole, ...found }),
];

it("leads that nobody was thanked for are counted", () => {
  const stranger = { ...lead, email: "b@example.com" };
  expect(strangers({ ...whole, leads: [lead, stranger] }, ["a@example.com"])).toBe(1);
});

it.each([409, 500])(
  "a visitor whose answers are always refused with %s is counted and leaves",
  async (status) => {
    const server = createServer((_, response) => response.writeHead(status).end("no"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const visitors = new Visitors(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, 10);
    await visitors.goHome();
    server.close();
    expect(visitors.begin().unthanked).toHaveLength(1);
  },
);

describe("a series of faults", () => {
  it("is a row of what visitors saw and what happened to their leads", () => {
    const row = table(faults()).split("\n").at(-1)!;
    const cells = row.split("|").map((cell) => cell.trim());
    expect(cells.slice(1, -1)).toEqual([
      "leader killed",
      "1",
      "1.2",
      "2.0",
      "4",
      "0",
      "0",
      "1",
      "1",
      "1",
      "0",
      "0",
      "0",
      "0",
      "0",
      "0",
      "1",
      "3 commits",
    ]);
    expect(wrongs(faults())).toBe(0);
  });

  it.each<[string, object, Partial<Found>]>([
    ["a lead was lost", {}, { leads: [] }],
    ["a lead was doubled", {}, { leads: [lead, { ...lead, id: "2", delivered: "0" }], isEnd: false }],
    [
      "a lead was changed where it is stored",
      {},
      { leads: [{ ...lead, record: { ...record, zip_code: "1" } }] },
    ],
    ["a lead was changed on its way", {}, { received: arrivals({ ...record, phone: "2135550124" }) }],
    ["an answer was lost", {}, { answers: new Map([["v", ["AtFault"]]]) }],
    ["an answer is there twice", {}, { answers: new Map([["v", ["AtFault", "HasLawyer", "AtFault"]]]) }],
    ["a message was never delivered", {}, { leads: [{ ...lead, delivered: "0" }] }],
    ["a lead has no consent", {}, { leads: [{ ...lead, consents: "0" }] }],
    ["a message is said to be delivered and was not received", {}, { received: new Map() }],
    ["a visitor saw a 500", { refused: new Map([[500, 1]]) }, {}],
    ["a form came back empty", { typedAgain: 1 }, {}],
    ["a visitor was not thanked", { unthanked: ["b@example.com"] }, {}],
  ])("is wrong when %s", (_, more, found) => {
    expect(wrongs(faults(more, found))).toBe(1);
  });
});

it("draws every kind of fault, and no other", () => {
  const names = Object.keys(kinds);
  expect(new Set(plan(100_000, names))).toEqual(new Set(names));
  expect(plan(3, ["leader killed"])).toEqual(["leader killed", "leader killed", "leader killed"]);
});
