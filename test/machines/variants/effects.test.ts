import { describe, expect, it } from "vitest";
import { transition } from "xstate";
import { variants } from "../../../machines/registry.ts";
import { holds } from "../../support/holds.ts";
import { inputOf, type Visit, walk } from "./walk.ts";

const effects = ["loadMediaScript", "loadTrackingPixel", "loadAdTrackingScript", "openClickWindow"];
const done = (code: string, visit?: Visit) =>
  walk(code, visit).actions.filter((action) => effects.includes(action));
const asksInjury = [...variants.keys()].filter((code) => walk(code).snapshot.context.answers.physical_injury);

describe("scripts and windows", () => {
  it("A loads its media script at once and its pixel with an injury", holds(223, 226), () => {
    expect(done("a")).toEqual([
      "loadMediaScript",
      "loadAdTrackingScript",
      "loadTrackingPixel",
      "openClickWindow",
    ]);
    expect(done("a", { answers: { WasUserInjured: "No" } })).toEqual(["loadMediaScript", "openClickWindow"]);
  });

  it("only B shares A's pixel, and the ticket flow loads one as it starts", holds(231, 332), () => {
    const loading = (effect: string) => [...variants.keys()].filter((code) => done(code).includes(effect));
    expect(loading("loadMediaScript")).toEqual(["a"]);
    expect(loading("loadTrackingPixel").sort()).toEqual(["a", "b", "ticket"]);
    expect(done("b", { answers: { WasUserInjured: "No" } })).not.toContain("loadTrackingPixel");
    expect(done("ticket")).toEqual(["loadTrackingPixel"]);
  });

  it.each(asksInjury)("an injury in %s loads the ad-tracking script, once asked", holds(366), (code) => {
    expect(done(code).filter((action) => action === "loadAdTrackingScript")).toHaveLength(1);
  });

  it.each(["a", "v4nv", "vw3"])("no injury loads none in %s", holds(366), (code) => {
    const asked = walk(code).steps.find((step) => step.startsWith("WasUserInjured"))!;
    expect(done(code, { answers: { [asked]: "No" } })).not.toContain("loadAdTrackingScript");
  });

  it(
    "every survey that posts a lead opens its window once, as all is checked and nothing sent",
    holds(358),
    () => {
      for (const [code, { flow }] of variants) {
        const { actions } = walk(code);
        const opened = actions.filter((action) => action === "openClickWindow");
        expect(opened, code).toHaveLength(flow === "ticket" || flow === "benefits" ? 0 : 1);
        const checked = actions.lastIndexOf("storeGibberish");
        if (opened.length > 0) expect(actions.indexOf("openClickWindow"), code).toBeGreaterThan(checked);
      }
    },
  );

  it.each([
    ["389", 1],
    ["388", 0],
  ])("a stored lead of affiliate %s is reported %i times by its survey", holds(367), (affid, times) => {
    for (const [code, { flow }] of variants) {
      const { tracking } = inputOf(code);
      const { actions } = walk(code, { input: { tracking: { ...tracking, affid } } });
      const reports = actions.filter((action) => action === "reportLead");
      expect(reports, code).toHaveLength(flow === "benefits" ? 0 : times);
    }
  });

  it("another press after a failed post opens no second window", holds(278), () => {
    const failing = { outcomes: { postLead: { kind: "unavailable" as const } } };
    const { snapshot } = walk("sl-v2", failing);
    expect(snapshot.value).toEqual({ submitting: "unsent" });
    const [again, actions] = transition(variants.get("sl-v2")!.machine, snapshot, {
      type: "ANSWER",
      answers: {},
    });
    expect(again.value).toEqual({ submitting: "posting" });
    expect(actions.map(({ type }) => type)).not.toContain("openClickWindow");
  });
});

describe("the progress-bar variant's flags", () => {
  const { machine } = variants.get("progress-bar")!;
  const { snapshot: start } = walk("progress-bar", { answers: {}, input: inputOf("progress-bar") });
  const first = machine.resolveState({ value: "HowWasUserHurt", context: { ...start.context, answers: {} } });

  it("shows the play button, and hides and shows it again", holds(269), () => {
    const [hidden] = transition(machine, first, { type: "TOGGLE_PLAY" });
    const [shown] = transition(machine, hidden, { type: "TOGGLE_PLAY" });
    expect([first, hidden, shown].map(({ context }) => context.playButton)).toEqual([true, false, true]);
    expect(shown.value).toBe("HowWasUserHurt");
    const [next] = transition(machine, hidden, { type: "ANSWER", answers: {} });
    expect([next.value, next.context.playButton]).toEqual(["WhenWasTheAccident", true]);
  });

  it("knows a step that has still to be put right", holds(270), () => {
    const [refused] = transition(machine, first, { type: "REFUSED" });
    expect(refused.context.validateCurrentStep).toBe(true);
    const [answered] = transition(machine, refused, { type: "ANSWER", answers: {} });
    expect(answered.context.validateCurrentStep).toBe(false);
    expect(answered.value).toBe("WhenWasTheAccident");
  });
});

it("an answer brings its own day, which later answers are judged by", () => {
  const { machine } = variants.get("v4nv")!;
  const { snapshot } = walk("v4nv");
  const earlier = { year: 2025, month: 6, day: 1 };
  const step = machine.resolveState({ value: "HasLawyer", context: snapshot.context });
  const [after] = transition(machine, step, { type: "ANSWER", answers: {}, today: earlier });
  expect(after.context.today).toEqual(earlier);
  const [later] = transition(machine, step, { type: "ANSWER", answers: {} });
  expect(later.context.today).toEqual(snapshot.context.today);
});
