import { describe, expect, it } from "vitest";
import { outcomesOf } from "../../../machines/model/moves.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { Command } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { type LogEntry, readLog, sameAnswers } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { answersC } from "../../support/answers.ts";
import { noon } from "../../support/lead-facts.ts";

describe("the log", () => {
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

  /** A log in short: `@` an arrival, `A` an answer to A, `A2` another one, `<B` back from B, `B+1` said to come after one. */
  const logOf = (text: string) =>
    text.split(" ").flatMap((part): LogEntry[] => {
      const [, sign, step = "", value, after] = /^(<|@)?(\w?)(\d*)(?:\+(\d))?$/.exec(part) ?? [];
      if (sign === "@") return [entry()];
      if (sign === "<") return [back(step)];
      return step ? [answer(step, value || "1", after === undefined ? undefined : Number(after))] : [];
    });

  describe("reading a log", () => {
    it.each([
      ["nothing", "", "", 0],
      ["an arrival", "@", "", 0],
      ["answers in order", "@ A B", "A1 B1", 2],
      ["an earlier answer changed", "A B C A2", "A2", 1],
      ["an earlier answer given again", "A B C A", "A1 B1 C1", 1],
      ["the newest answer given again is asked about again", "A B B", "A1 B1", 2],
      ["the newest answer changed", "A B B2", "A1 B2", 2],
      ["back from the newest question", "A B <C", "A1 B1", 1],
      ["back from an earlier question", "A B <B", "A1 B1", 0],
      ["back from the first question", "A <A", "A1", 0],
      ["back before anything", "<A", "", 0],
      ["back, then forward with the same answer", "A B <C <B A", "A1 B1", 1],
      ["back, then another answer", "A B <C <B A2", "A2", 1],
      ["an answer to what a deploy put in the middle", "A C B+1", "A1 B1", 2],
      ["an answer that a check had refused", "A B B+1", "A1 B1", 2],
      ["an answer said to come after more than there is", "A B+9", "A1 B1", 2],
    ])("%s", (_name, log, trail, position) => {
      const visit = readLog(logOf(log));
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

    it("keeps the answers of a dropped branch as a draft, the newest first", () => {
      const { drafts } = readLog(logOf("A B A2 B3"));
      expect(drafts).toEqual({ A: { at_Fault: "2" }, B: { at_Fault: "3" } });
    });

    it("assigns outcomes to their step, else to the newest answer", () => {
      const about = [outcome("A"), outcome("B"), outcome("gone")];
      const { trail } = readLog([answer("A"), outcome(), answer("B"), ...about]);
      expect(trail.map(({ outcomes }) => outcomes.length)).toEqual([2, 2]);
      expect(trail[0]!.outcomes[1]).toEqual({ call: "exchangeLeadData", output: null });
    });

    it("forgets the outcomes of an answer that was given again", () => {
      const { trail } = readLog([answer("A"), outcome(), answer("A")]);
      expect(trail[0]!.outcomes).toEqual([]);
    });

    it("ignores an outcome before any answer", () => {
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
});

describe("decisions", () => {
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

    it("is trusted between the visit's last move and now", () => {
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
    it("reported twice by the browser is recorded once", () => {
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
});
