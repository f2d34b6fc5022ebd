import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { type LogEntry, readLog, sameAnswers } from "../../../machines/visit/log.ts";

let at = 0;
const entry = (query = {}): LogEntry => ({
  at: at++,
  kind: "entry",
  body: { path: "/survey/c", query, referer: "" },
});
const answer = (step: string, value = "1", after?: number): LogEntry => ({
  at: at++,
  kind: "answer",
  body: { step, answers: { at_Fault: value }, ...(after !== undefined && { after }) },
});
const outcome = (of?: string): LogEntry => ({
  at: at++,
  kind: "outcome",
  body: { call: "exchangeLeadData", output: null, ...(of && { of }) },
});
const back = (from: string): LogEntry => ({ at: at++, kind: "back", body: { from } });

describe("reading a log", () => {
  it.each<[string, LogEntry[], string, number]>([
    ["nothing", [], "", 0],
    ["an arrival", [entry()], "", 0],
    ["answers in order", [entry(), answer("A"), answer("B")], "A1 B1", 2],
    ["an earlier answer changed", [answer("A"), answer("B"), answer("C"), answer("A", "2")], "A2", 1],
    ["an earlier answer given again", [answer("A"), answer("B"), answer("C"), answer("A")], "A1 B1 C1", 1],
    [
      "the newest answer given again is asked about again",
      [answer("A"), answer("B"), answer("B")],
      "A1 B1",
      2,
    ],
    ["the newest answer changed", [answer("A"), answer("B"), answer("B", "2")], "A1 B2", 2],
    ["back from the newest question", [answer("A"), answer("B"), back("C")], "A1 B1", 1],
    ["back from an earlier question", [answer("A"), answer("B"), back("B")], "A1 B1", 0],
    ["back from the first question", [answer("A"), back("A")], "A1", 0],
    ["back before anything", [back("A")], "", 0],
    [
      "back, then forward with the same answer",
      [answer("A"), answer("B"), back("C"), back("B"), answer("A")],
      "A1 B1",
      1,
    ],
    [
      "back, then another answer",
      [answer("A"), answer("B"), back("C"), back("B"), answer("A", "2")],
      "A2",
      1,
    ],
    [
      "an answer to what a deploy put in the middle",
      [answer("A"), answer("C"), answer("B", "1", 1)],
      "A1 B1",
      2,
    ],
    ["an answer that a check had refused", [answer("A"), answer("B"), answer("B", "1", 1)], "A1 B1", 2],
    ["an answer said to come after more than there is", [answer("A"), answer("B", "1", 9)], "A1 B1", 2],
  ])("%s", (_name, log, trail, position) => {
    const visit = readLog(log);
    expect(visit.trail.map(({ step, answers }) => step + answers.at_Fault).join(" ")).toBe(trail);
    expect(visit.position).toBe(position);
  });

  it("keeps a newer arrival's tracking, the answers and the beginning", () => {
    const log = [entry({ s1: "a" }), answer("A"), entry({ s1: "b" })];
    const visit = readLog(log);
    expect(visit.arrival.query).toEqual({ s1: "b" });
    expect(visit.trail).toHaveLength(1);
    expect(visit.startedAt).toBe(log[0]!.at);
  });

  it("keeps what a dropped branch had answered as a draft, the newest word first", () => {
    const { drafts } = readLog([answer("A"), answer("B"), answer("A", "2"), answer("B", "3")]);
    expect(drafts).toEqual({ A: { at_Fault: "2" }, B: { at_Fault: "3" } });
  });

  it("gives outcomes to the step they are about, else to the newest answer", () => {
    const { trail } = readLog([
      answer("A"),
      outcome(),
      answer("B"),
      outcome("A"),
      outcome("B"),
      outcome("gone"),
    ]);
    expect(trail.map(({ outcomes }) => outcomes.length)).toEqual([2, 2]);
    expect(trail[0]!.outcomes[1]).toEqual({ call: "exchangeLeadData", output: null });
  });

  it("forgets the outcomes of an answer that was given again", () => {
    const { trail } = readLog([answer("A"), outcome(), answer("A")]);
    expect(trail[0]!.outcomes).toEqual([]);
  });

  it("has no place for an outcome before any answer", () => {
    expect(readLog([outcome()]).trail).toEqual([]);
  });
});

it.each<[Answers, Answers, boolean]>([
  [{}, {}, true],
  [{ at_Fault: "no" }, { at_Fault: "no" }, true],
  [{ at_Fault: "no" }, { at_Fault: "yes" }, false],
  [{ at_Fault: "yes" }, { at_Fault: "yes", partial_fault: "yes" }, false],
  [{ at_Fault: "yes", partial_fault: "yes" }, { at_Fault: "yes" }, false],
])("%j and %j: the same %j", (one, other, same) => {
  expect(sameAnswers(one, other)).toBe(same);
});
