import { describe, expect, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { outcomesOf } from "../../../machines/simulator/moves.ts";
import type { Command } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { answersC } from "../../support/answers-c.ts";
import { noon } from "../../support/lead-facts.ts";

const entry = findEntry("/survey/c")!;
const day = { year: 2026, month: 11, day: 22 };
const minute = 60_000;

const opened = (): VisitState =>
  openVisit(entry, {}, [{ kind: "entry", at: noon, body: { path: "/survey/c", query: {}, referer: "" } }]);

/** What an answer to the current question adds to the log, when the browser says it was given at `given`. */
function timeOfAnswer(state: VisitState, given: number, now: number): number {
  const { append } = decide(state, answer(state, given, now));
  return append[0]!.at;
}

const answer = ({ step }: VisitState, given: number, now: number): Command => ({
  kind: "answer",
  at: now,
  step,
  fields: answersC[step]!,
  today: day,
  sent: { at: given },
});

describe("the browser's clock", () => {
  const now = noon + 10 * minute;
  const answered = () => decide(opened(), answer(opened(), noon + 5 * minute, now)).state;

  it("is believed between the visit's last move and now", () => {
    expect(timeOfAnswer(opened(), noon + minute, now)).toBe(noon + minute);
  });

  it("is set back to now when it is ahead", () => {
    expect(timeOfAnswer(opened(), now + minute, now)).toBe(now);
  });

  it("is set forward to the last move when it is behind", () => {
    expect(timeOfAnswer(answered(), noon + minute, now)).toBe(noon + 5 * minute);
  });

  it("is limited for refused forms too", () => {
    const state = answered();
    const refusals = [
      { step: state.step, fields: ["option"], at: noon },
      { step: state.step, fields: ["option"], at: now + minute },
    ];
    const { append } = decide(state, { kind: "refused", at: now, refusals });
    expect(append.map(({ at }) => at)).toEqual([noon + 5 * minute, now]);
  });
});

describe("a refused form", () => {
  it("that the browser reports twice is recorded once", () => {
    const state = opened();
    const refusals = [{ step: state.step, fields: ["option"], at: noon + minute }];
    const first = decide(state, { kind: "refused", at: noon + minute, refusals });
    expect(first.append).toHaveLength(1);
    expect(decide(first.state, { kind: "refused", at: noon + 2 * minute, refusals }).append).toEqual([]);
  });
});

describe("a lead that could not be stored", () => {
  function unsent(): VisitState {
    let state = opened();
    for (let at = noon; ; at += minute) {
      const call = state.replay.call;
      if (call?.id === "postLead") {
        const outcome = { call: call.id, error: { kind: "unavailable" } } as const;
        return decide(state, { kind: "outcome", at, outcome }).state;
      }
      const command: Command = call
        ? { kind: "outcome", at, outcome: outcomesOf(call.id)[0]! }
        : answer(state, at, at);
      ({ state } = decide(state, command));
    }
  }

  it("is posted again by the same answer, which is not recorded twice", () => {
    const state = unsent();
    const last = state.visit.trail.at(-1)!.step;
    expect(state.replay.call).toBeNull();
    const again = decide(state, {
      ...(answer(state, noon, noon) as Command & { kind: "answer" }),
      step: last,
      fields: answersC[last]!,
    });
    expect(again.append).toEqual([]);
    expect(again.state.replay.call?.id).toBe("postLead");
  });
});
