import { describe, expect, it } from "vitest";
import type { Found } from "./count.ts";
import { outcome, table, wrongs } from "./table.ts";

const seen = (more: object = {}) => ({
  nothingTakenMs: 1_234,
  longestWaitMs: 2_000,
  refused: new Map([[503, 4]]),
  typedAgain: 0,
  acknowledged: ["a@example.com"],
  unthanked: [],
  ...more,
});
const lead = { id: "1", email: "a@example.com", consents: "1", messages: "1", delivered: "1" };
const arrival = { times: 2, path: "/direct_post", fields: {} };
const whole: Found = { leads: [lead], received: new Map([["1.lead-prosper", arrival]]) };
const faults = (more: object = {}, found: Partial<Found> = {}) => [
  outcome({ name: "leader killed", note: "3 commits", seen: seen(more) }, { ...whole, ...found }),
];

describe("a series of faults", () => {
  it("is a row of what visitors saw and what became of their leads", () => {
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
      "1",
      "3 commits",
    ]);
    expect(wrongs(faults())).toBe(0);
  });

  it.each<[string, object, Partial<Found>]>([
    ["a lead was lost", {}, { leads: [] }],
    ["a lead was doubled", {}, { leads: [lead, { ...lead, id: "2", delivered: "0" }] }],
    ["a lead has no consent", {}, { leads: [{ ...lead, consents: "0" }] }],
    ["a message is said to be delivered and was not received", {}, { received: new Map() }],
    ["a visitor saw a 500", { refused: new Map([[500, 1]]) }, {}],
    ["a form came back empty", { typedAgain: 1 }, {}],
    ["a visitor was not thanked", { unthanked: ["b@example.com"] }, {}],
  ])("is wrong when %s", (_, more, found) => {
    expect(wrongs(faults(more, found))).toBe(1);
  });
});
