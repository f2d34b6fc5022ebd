import { describe, expect, it } from "vitest";
import { timeOnSteps } from "../../../machines/lead/derive.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { holds } from "../../support/holds.ts";

const entry = (at: number): LogEntry => ({ at, kind: "entry", body: { path: "/", query: {}, referer: "" } });
const answer = (at: number, step: string): LogEntry => ({ at, kind: "answer", body: { step, answers: {} } });
const back = (at: number, from: string): LogEntry => ({ at, kind: "back", body: { from } });
const outcome = (at: number): LogEntry => ({
  at,
  kind: "outcome",
  body: { call: "exchangeLeadData", output: null },
});

describe("time_on_steps", () => {
  it.each<[string, LogEntry[], string]>([
    ["nothing yet", [], ""],
    ["only an arrival", [entry(0)], ""],
    ["from the arrival to the first answer", [entry(1000), answer(6000, "A")], "A:5"],
    ["steps in order", [entry(0), answer(5000, "A"), answer(7000, "B")], "A:5|B:2"],
    ["whole seconds, rounded", [entry(0), answer(1499, "A"), answer(2999, "B")], "A:1|B:2"],
    [
      "visits to a step again are added, in the order of first visits",
      [entry(0), answer(1000, "A"), answer(3000, "B"), answer(7000, "A"), answer(8000, "C")],
      "A:5|B:2|C:1",
    ],
    [
      "going back counts for the step that was left",
      [entry(0), answer(1000, "A"), back(4000, "B"), answer(6000, "A"), answer(7000, "B")],
      "A:3|B:4",
    ],
    [
      "waiting for a check counts for the next step",
      [entry(0), answer(1000, "A"), outcome(4000), answer(5000, "B")],
      "A:1|B:4",
    ],
    [
      "coming back by another link does not start again",
      [entry(0), answer(1000, "A"), entry(61_000), answer(62_000, "B")],
      "A:1|B:61",
    ],
    [
      "a clock that goes back counts for nothing",
      [entry(5000), answer(1000, "A"), answer(2000, "B")],
      "A:0|B:1",
    ],
    [
      "a clock that goes back takes no millisecond away",
      [entry(0), answer(1500, "A"), answer(1000, "A"), answer(900, "A")],
      "A:2",
    ],
    [
      "a clock that goes back adds no millisecond",
      [entry(0), answer(1499, "A"), answer(1000, "A"), answer(900, "A")],
      "A:1",
    ],
  ])("%s", holds(196, 197), (_name, log, expected) => {
    expect(timeOnSteps(log)).toBe(expected);
  });
});
