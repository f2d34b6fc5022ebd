import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { transition } from "xstate";
import type { Checks } from "../../../machines/context/context.ts";
import { variants } from "../../../machines/registry.ts";
import type { BuyersOutcome } from "../../../machines/rules/one-to-one.ts";
import { noPlace } from "../../../machines/rules/place.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { asksAllAtOnce, type Variant } from "../../../machines/variant.ts";
import { outline } from "../../../machines/visit/outline.ts";
import { progressAt } from "../../../machines/visit/session.ts";
import { shortestWay } from "../../../machines/visit/shortest-way.ts";
import { filesOf, isSpecified } from "../../specification/requirement-files.ts";
import { holds } from "../../support/holds.ts";
import { root } from "../../support/source-files.ts";
import { askersOf } from "../../support/telling-surveys.ts";
import { inputOf, type Visit, walk } from "./walk.ts";

const all = [...variants.values()];
const posting = all.filter(({ flow }) => flow !== "ticket" && flow !== "benefits");

const specified = all.filter(({ code }) => isSpecified(code));
/** True where one of the files is the survey's own or is a part of it. */
const isIn = (files: readonly string[], file: string): boolean =>
  files.includes(file) ||
  [...readFileSync(join(root, file), "utf8").matchAll(/from "(\.{1,2}\/[^"]+)"/g)]
    .map(([, imported]) => join(dirname(file), imported!))
    .some((part) => part.startsWith("machines/parts/") && isIn(files, part));

describe("the charts of the variants", () => {
  it.each<[keyof Variant, string, number[]]>([
    ["scrollTo", "anchor", [249]],
    ["earlyTreatment", "exactly", [349]],
    ["accidentType", "Car Accident", [266, 319]],
    ["progressStyle", "bar", [89]],
    ["language", "es", [127]],
  ])(
    "a variant's %s is %s where requirement %j says so, and nowhere else",
    holds(89, 127, 249, 266, 349, 350),
    (setting, value, numbers) => {
      for (const variant of specified)
        expect(variant[setting] === value, variant.code).toBe(
          filesOf(...numbers).includes(`machines/variants/${variant.code}.ts`),
        );
    },
  );

  it("surveys submit under a full bar, covered where the spec says so", holds(236, 238, 247, 314), () => {
    const covered = filesOf(236, 238, 247, 273, 314, 319);
    for (const { code, machine } of specified) {
      const { submitting } = machine.root.states;
      expect(submitting?.meta?.overlay === true, code).toBe(isIn(covered, `machines/variants/${code}.ts`));
      expect(submitting?.meta?.progress, code).toBe(submitting && 100);
    }
  });

  it("the medical-treatment overlay lies under ThankYouStep until that is left", holds(273), () => {
    const { machine } = variants.get("medical-treatment")!;
    expect(machine.root.states.ThankYouStep?.meta).toEqual({ progress: 100, overlay: true });
    expect(machine.root.states.thankYou?.meta).toBeUndefined();
  });
});

describe("a walk calls", () => {
  it.each([
    ["one-page", "checkEmail lookUpZip checkPhone exchangeLeadData postLead"],
    ["multi-step", "lookUpZip checkEmail checkGibberish exchangeLeadData postLead"],
    ["ticket", "checkEmail lookUpZip checkPhone checkGibberish postLead"],
    ["benefits", ""],
  ])("in %s: %s", holds(327, 329, 333, 337, 356, 418), (code, calls) => {
    expect(walk(code).calls.join(" ")).toBe(calls);
  });

  it.each(all)(
    "in $code the judge of descriptions where a description is asked for",
    holds(423),
    ({ code, machine }) => {
      const { steps, calls } = walk(code);
      const fields = steps.flatMap((name) => stepNamed(name, machine)!.fields ?? []);
      expect(calls.includes("checkGibberish")).toBe(fields.some(({ name }) => name === "case_description"));
    },
  );
});

describe("what a chart has the browser do", () => {
  it.each(posting)(
    "the window of $code opens once everything is checked, and not for another press",
    holds(278, 358),
    ({ code, machine }) => {
      const { actions, snapshot } = walk(code, { outcomes: { postLead: "unavailable" } });
      expect(actions.filter((action) => action === "openClickWindow")).toHaveLength(1);
      expect(actions.indexOf("openClickWindow")).toBeGreaterThan(actions.lastIndexOf("storeGibberish"));
      expect(snapshot.value).toEqual({ submitting: "unsent" });
      const [again, done] = transition(machine, snapshot, { type: "ANSWER", answers: {} });
      expect(again.value).toEqual({ submitting: "posting" });
      expect(done.map(({ type }) => type)).not.toContain("openClickWindow");
    },
  );

  it.each([
    ["389", 1],
    ["388", 0],
    ["38", 0],
  ])(
    "affiliate %s loads the social pixel %i times, which counts a stored lead as often",
    holds(367),
    (affid, times) => {
      for (const { code, flow } of all) {
        const { tracking } = inputOf(code);
        const { actions } = walk(code, { input: { tracking: { ...tracking, affid } } });
        const count = (name: string) => actions.filter((action) => action === name).length;
        expect([count("loadSocialPixel"), count("reportLead")], code).toEqual([
          times,
          flow === "benefits" ? 0 : times,
        ]);
      }
    },
  );
});

describe("what services say is remembered", () => {
  const [one, other] = [
    { name: "Firm A", ids: [11] },
    { name: "Firm B", ids: [12, 13] },
  ];
  const first = { name: "", ids: [8674] };
  const listed = { settings: { noDefaultBuyersStates: ["CA"] } };
  const selected: BuyersOutcome = {
    selected: [one],
    possible: [first, one, other],
    source: "selected",
    timeout: "no",
    dq: "no",
  };
  const nobody: BuyersOutcome = { selected: [], possible: [], source: "none", timeout: "no", dq: "yes" };
  const standIn: BuyersOutcome = { ...nobody, selected: [one], source: "default" };

  it.each<[Visit["outcomes"], Partial<Checks>, Visit["input"]?]>([
    [{}, { email: "good", gibberish: "no", hitAndRun: "no", buyers: selected }],
    [{ checkEmail: "timeout" }, { email: "unchecked" }],
    [{ lookUpZip: "unavailable" }, { place: noPlace }],
    [{ checkPhone: "not active" }, { phone: { valid: true, active: false, unchecked: false } }],
    [{ checkPhone: "unavailable" }, { phone: { valid: true, active: true, unchecked: true } }],
    [{ readDescription: "hit and run" }, { hitAndRun: "yes" }],
    [{ checkGibberish: "gibberish" }, { gibberish: "yes" }],
    [{ checkGibberish: "timeout" }, { gibberish: "unchecked" }],
    [{}, { buyers: selected }, listed],
    [{ findBuyers: "nobody" }, { buyers: { ...standIn, possible: [first, one] } }],
    [{ findBuyers: "nobody" }, { buyers: { ...nobody, possible: [first, one] } }, listed],
    [{ findBuyers: "timeout" }, { buyers: { ...standIn, timeout: "yes" } }],
    [{ findBuyers: "unavailable" }, { buyers: { ...nobody, timeout: "yes" } }, listed],
    [{ findBuyers: "nobody to ask" }, { buyers: standIn }],
    [{ findBuyers: "nobody to ask", listBuyers: "no firms" }, { buyers: nobody }],
    [{ findBuyers: "garbage" }, { buyers: nobody }],
  ])("%j as %j", holds(322, 323, 451, 504, 505, 506, 507), (outcomes, checks, input) => {
    const { snapshot, steps } = walk("v4nv-1to1", { outcomes, input });
    expect(snapshot.context.checks).toMatchObject(checks);
    const { buyers } = snapshot.context.checks;
    expect(steps.at(-1)).toBe(buyers!.selected.length > 0 ? "PhoneAndBuyersConsent" : "PhoneAbbreviatedTCPA");
  });

  it.each(askersOf("listBuyers").filter((code) => !askersOf("findBuyers").includes(code)))(
    "as the own list of %s, whom no service chose",
    holds(128, 511),
    (code) => {
      const { snapshot, calls } = walk(code);
      expect(calls).not.toContain("findBuyers");
      expect(snapshot.context.checks.buyers).toEqual({ ...selected, possible: [one], source: "fixed" });
    },
  );
});

describe("a page event of the progress-bar variant", () => {
  const { machine } = variants.get("progress-bar")!;
  const { context } = walk("progress-bar").snapshot;
  const first = machine.resolveState({ value: "HowWasUserHurt", context: { ...context, playButton: true } });
  const stateAfter = (...types: ("TOGGLE_PLAY" | "REFUSED" | "ANSWER")[]) =>
    types.reduce((at, type) => transition(machine, at, { type, answers: {} } as never)[0], first);

  it("hides the play button and shows it again; the next question starts with it", holds(269), () => {
    expect(stateAfter("TOGGLE_PLAY").context.playButton).toBe(false);
    expect(stateAfter("TOGGLE_PLAY", "TOGGLE_PLAY")).toMatchObject({
      value: "HowWasUserHurt",
      context: { playButton: true },
    });
    expect(stateAfter("TOGGLE_PLAY", "ANSWER")).toMatchObject({
      value: "WhenWasTheAccident",
      context: { playButton: true },
    });
  });

  it("marks a step that still has to be corrected", holds(270), () => {
    expect(stateAfter("REFUSED").context.validateCurrentStep).toBe(true);
    expect(stateAfter("REFUSED", "ANSWER").context.validateCurrentStep).toBe(false);
  });
});

describe("the day of an answer", () => {
  it("an answer brings its own day, by which later answers are judged", () => {
    const { machine } = variants.get("v4nv")!;
    const { context } = walk("v4nv").snapshot;
    const earlier = { year: 2025, month: 6, day: 1 };
    const step = machine.resolveState({ value: "HasLawyer", context });
    const todayAfter = (today?: typeof earlier) =>
      transition(machine, step, { type: "ANSWER", answers: {}, today })[0].context.today;
    expect([todayAfter(earlier), todayAfter()]).toEqual([earlier, context.today]);
  });
});

const machineOf = (code: string) => variants.get(code)!.machine;
const wayOf = (code: string, input = {}) => shortestWay(machineOf(code), inputOf(code, input));
const shown = (code: string, steps: string[]) =>
  steps.map((_, at) => progressAt(machineOf(code), wayOf(code), steps.slice(0, at + 1)));
describe("progress", () => {
  it("is the share of steps done where the specification gives none", holds(227), () => {
    expect(shown("linear-short", walk("linear-short").steps)).toEqual(
      [0, 20, 40, 60, 80].map((value) => ({ value, derived: true })),
    );
  });

  it("continues from a given number to a step without one", () => {
    expect(shown("b", walk("b").steps).at(-1)).toEqual({ value: 98, derived: true });
  });

  it.each([
    [["submitting", "OnePageSurvey"], 99],
    [["Gone"], 0],
    [[], 0],
  ])(
    "is never 100 where it is derived, and 0 at a place the chart does not know: at %j %i",
    (path, value) => {
      expect(progressAt(machineOf("one-page"), wayOf("one-page"), path)).toEqual({ value, derived: true });
    },
  );
});

describe("the shortest way", () => {
  it("counts what everybody is asked, and what is marked complete instead", holds(287), () => {
    expect(wayOf("v4nv").steps.join(" ")).toBe(
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
    );
  });

  it("is that of visitors who arrived the same way", holds(279, 311), () => {
    const { length } = wayOf("v4nv").steps;
    const listed = { region: "CA", settings: { dateOfBirthStates: ["CA"] } };
    expect(wayOf("v4nv", listed).steps).toContain("DateOfBirth");
    expect(wayOf("v4nv", { flags: { combinedLastStep: true } }).steps).toHaveLength(length - 1);
    expect(wayOf("v7").steps.slice(0, 2)).toEqual(["GetStartedFirstStep", "AutoAccidentCaseWorth"]);
    expect(wayOf("v7", { path: "/lp/surveyv4nv" }).steps).not.toContain("AutoAccidentCaseWorth");
  });

  it("leads on from every question, even off the shortest ways", () => {
    const { left, next } = wayOf("dui");
    expect([left.PendingDUICharges, left.PhoneAndZip]).toEqual([5, 1]);
    expect(next).toMatchObject({
      PendingDUICharges: "TypeOfAlcoholTestPerformed",
      BACMeasuredByTest: "UserHasDUI",
    });
    expect(next.PhoneAndZip).toBeUndefined();
  });

  it("is computed once for everybody who arrived alike", () => {
    expect(wayOf("v4nv", { today: { year: 2020, month: 1, day: 1 } })).toBe(wayOf("v4nv"));
    expect(wayOf("v4nv", { path: "/lp/elsewhere" })).not.toBe(wayOf("v4nv"));
  });

  it.each([...variants])(
    "the shortest way of %s counts every screen that asks, and no other",
    (code, { machine }) => {
      const asks = (name: string) => (stepNamed(name, machine)?.kind ?? "end") !== "end";
      expect(Object.keys(wayOf(code).left).sort()).toEqual([...outline(machine).keys()].filter(asks).sort());
    },
  );

  it.each([...variants])(
    "the shortest way of %s has a single question only where its form names its visit",
    (code, variant) => {
      expect(asksAllAtOnce(variant)).toBe(wayOf(code).steps.length === 1);
    },
  );
});
