import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { armOf } from "../../../machines/features/question-cost/arm.ts";
import { ordersOf } from "../../../machines/features/question-cost/orders.ts";
import { questionsOf } from "../../../machines/features/question-cost/questions.ts";
import { replays } from "../../../machines/features/question-cost/replayed.ts";
import { comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import { kinds } from "../../../machines/features/what-if/differences.ts";
import { addVisit, emptyTally, type RecordedVisit } from "../../../machines/features/what-if/tally.ts";
import { lintOf } from "../../../machines/graph/lint.ts";
import { usualLeadSettings } from "../../../machines/model/lead-so-far.ts";
import { movedBefore, without } from "../../../machines/parts/rearranged.ts";
import { variants } from "../../../machines/registry.ts";
import { everySurvey, survey } from "../../../machines/survey.ts";
import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { needsOf, readersOf } from "../../../services/features/question-cost/needs.ts";
import type { Declared } from "../../../services/settings/destinations/shape.ts";
import { edits, worldOf } from "../what-if/worlds.ts";

const c = variants.get("c")!;
const settings = { chart: {}, lead: usualLeadSettings };
const until = Date.UTC(2026, 5, 15);
const visitsOf = (variant: Required<Variant>, sessions: number, seed: number) =>
  [...simulate({ sessions, seed, variant, days: 7, until, day: () => 0 })].map(({ log }, index) => ({
    id: `visit-${index}`,
    log,
  }));
const isLead = ({ log }: Pick<RecordedVisit, "log">) =>
  log.some(({ kind, body }) => kind === "outcome" && body.call === "postLead");
const refusalOf = (variant: Required<Variant>, question: string) =>
  questionsOf(variant).find(({ name }) => name === question)?.refusal?.why;
// biome-ignore lint/suspicious/noExplicitAny: a chart's states, changed in places that its types would forbid
const withStates = (edit: (states: Record<string, any>) => void): Required<Variant> => {
  const states = { ...c.machine.config.states };
  edit(states);
  const machine = survey.createMachine({ id: "c", ...everySurvey, initial: "StartPath", states } as never);
  return { ...c, machine: machine as unknown as SurveyMachine };
};

it("a useless question, planted among the others, changes no verdict for certain and none possibly", () => {
  const planted = withStates((states) => {
    states.AtFault = { on: { NEXT: "FundingAmount" } };
    states.FundingAmount = { on: { NEXT: "WasUserInjured" } };
  });
  expect(questionsOf(planted).map(({ name }) => name)).toContain("FundingAmount");
  expect(refusalOf(planted, "FundingAmount")).toBeUndefined();
  const visits = visitsOf(planted, 60, 3);
  const leads = visits.filter(isLead);
  const { FundingAmount: tally } = replays(planted, settings)(leads);
  expect(tally).toMatchObject({ visits: leads.length, failed: 0, otherVersion: 0 });
  expect(tally!.kinds).toMatchObject({
    verdict: { atLeast: 0, atMost: 0 },
    lost: { atMost: 0 },
    window: { atMost: 0 },
  });
  expect(tally!.fields).toEqual({ "lead-prosper funding_amount": leads.length });
  expect(leads.length).toBeGreaterThan(20);
});

it("a question whose answer is read is kept by the name of its reader", () => {
  const c = (question: string) => refusalOf(variants.get("c")!, question);
  expect(c("WasUserInjured")).toBe("the guard notInjured at WasUserInjured reads its answer");
  expect(c("HasLawyer")).toBe("the law by which leads are judged reads with_Lawyer");
  expect(c("WhenWasTheAccident")).toBe("the law by which leads are judged reads injury_month");
  expect(c("PhoneAndZip")).toBe("the law by which leads are judged reads place");
  expect(c("IncidentDescription")).toBe("the service checkGibberish at submitting reads its answer");
  expect(c("PoliceReportFiled")).toBeUndefined();
  // The guard stands two questions later, and reads what a service found out.
  const v4nv = variants.get("v4nv")!;
  expect(refusalOf(v4nv, "AtFault")).toBe(
    "the guard seriousRecentAndAtFault at WasUserInjured reads its answer",
  );
  expect(refusalOf(v4nv, "IncidentDescription")).toBe(
    "the guard hitAndRun at IncidentDescription reads its answer",
  );
  // Without it nobody would consent to be called.
  const plain = variants.get("v4nv-1to1")!;
  expect(refusalOf(plain, "PhoneAbbreviatedTCPA")).toMatch(/ past every question /);
});

it("a receiver that maps, pings or filters by what a question records is named", () => {
  const north = {
    name: "north",
    kind: "json",
    fields: { report: { from: "police_report" }, ours: { value: 1 } },
  };
  const south = { name: "south", kind: "json", ping: { fields: { hurt: { from: "raw_physical_injury" } } } };
  const treated = { field: "doctor_treatment", is: ["Yes"] };
  const west = { name: "west", kind: "webhook", only: { states: ["TX"], terms: [treated] } };
  const readers = readersOf([north, south, west] as unknown as Declared[], new Map());
  const needs = (question: string) => needsOf(questionsOf(c).find(({ name }) => name === question)!, readers);
  expect(needs("PoliceReportFiled")).toEqual([
    { receiver: "north", why: "north reads police_report as report" },
  ]);
  expect(needs("WasUserInjured").map(({ receiver }) => receiver)).toEqual(["south"]);
  expect(needs("PhoneAndZip").map(({ why }) => why)).toEqual(["west reads state to take some states only"]);
  expect(needs("TypeOfMedicalTreatment").map(({ why }) => why)).toEqual([
    "west reads doctor_treatment to take some leads only",
  ]);
  expect(needs("AtFault")).toEqual([]);
  // A change of the console counts as the file does.
  const changed = readersOf([west] as unknown as Declared[], new Map([["receiver west states", ""]]));
  expect(needsOf(questionsOf(c).find(({ name }) => name === "PhoneAndZip")!, changed)).toEqual([]);
});

it("the police report of chart C costs what an edit by hand says that leaves it out", () => {
  const visits = visitsOf(c, 120, 5);
  const [, byHand] = edits[0]!;
  const tally = emptyTally();
  const comparison = comparisonOf({ before: worldOf(c.machine), after: byHand }, {});
  for (const visit of visits) addVisit(tally, comparison, visit);
  const own = emptyTally();
  const made = comparisonOf(
    { before: worldOf(c.machine), after: worldOf(without(c.machine, "PoliceReportFiled")) },
    {},
  );
  for (const visit of visits) addVisit(own, made, visit);
  const counts = (given: typeof tally) =>
    kinds.map((kind) => [kind, given.kinds[kind].atLeast, given.kinds[kind].atMost]);
  expect(counts(own)).toEqual(counts(tally));
  expect([own.skipped, own.fields, own.flow]).toEqual([tally.skipped, tally.fields, tally.flow]);
  // The page's own count asks about leads alone.
  const { PoliceReportFiled: row } = replays(c, settings)(visits);
  expect(row!.fields).toEqual(tally.fields);
  expect(row!.kinds.verdict.atMost).toBe(0);
  expect(tally.fields["lead-prosper police_report"]).toBeGreaterThan(30);
});

it.each([...variants.keys()])(
  "every question of %s that nothing keeps can be left out, and the rest is sound",
  (code) => {
    const variant = variants.get(code)!;
    for (const { name, refusal } of questionsOf(variant)) {
      const machine = without(variant.machine, name);
      if (!refusal) expect(lintOf({ code, machine }), name).toEqual([]);
      expect(Object.keys(machine.root.states)).not.toContain(name);
    }
    for (const { question, before } of ordersOf(variant)) {
      const machine = movedBefore(variant.machine, question, before);
      expect(lintOf({ code, machine }), question).toEqual([]);
      expect(Object.keys(machine.root.states).sort()).toEqual(
        Object.keys(variant.machine.root.states).sort(),
      );
    }
  },
);

it("a question is moved no further than to the first guard that reads it, and never behind the visitor's contact", () => {
  const orders = (code: string) =>
    Object.fromEntries(ordersOf(variants.get(code)!).map(({ question, before }) => [question, before]));
  // WasUserInjured of v4nv decides by the date of the accident and by the fault.
  expect(orders("v4nv")).toEqual({
    WhenWasTheAccident: "WasUserInjured",
    PoliceReportFiled: "IncidentDescription",
  });
  expect(orders("c")).toMatchObject({ AtFault: "NameAndEmail", HasLawyer: "NameAndEmail" });
  expect(Object.keys(orders("c"))).not.toContain("TypeOfMedicalTreatment");
});

it("visitors of a moved survey are asked everything, the moved question last", () => {
  const moved = { ...c, machine: movedBefore(c.machine, "AtFault", "NameAndEmail") };
  const { log } = visitsOf(moved, 40, 1).find((visit) => isLead(visit))!;
  const asked = log.flatMap(({ kind, body }) => (kind === "answer" ? [body.step] : []));
  expect(asked.slice(asked.indexOf("IncidentDescription"), asked.indexOf("NameAndEmail") + 1)).toEqual([
    "IncidentDescription",
    "AtFault",
    "NameAndEmail",
  ]);
});

it.each([
  [{ question: "PoliceReportFiled" }, without(c.machine, "PoliceReportFiled")],
  [{ question: "HasLawyer", before: "NameAndEmail" }, movedBefore(c.machine, "HasLawyer", "NameAndEmail")],
])("the file that is offered for an arm is a survey with that edit: %o", async (edit, machine) => {
  const arm = armOf(c, edit)!;
  const folder = join(import.meta.dirname, "../../../machines/variants");
  using place = mkdtempDisposableSync(join(folder, "tried-"));
  const file = join(place.path, "tried.ts");
  writeFileSync(file, arm.text.replaceAll('"../', '"../../').replaceAll('"./', '"../'));
  const made = Object.values(
    (await import(/* @vite-ignore */ file)) as Record<string, Required<Variant>>,
  )[0]!;
  expect(arm.file).toBe(`machines/variants/${made.code}.ts`);
  expect(Object.keys(made.entries)).toEqual([`/survey/${made.code}`]);
  expect(lintOf(made)).toEqual([]);
  const shape = (given: SurveyMachine) => JSON.stringify(given.config.states);
  expect(shape(made.machine)).toBe(shape(machine));
  expect(arm.experiment).toContain(`survey: /survey/${made.code} }`);
});

it("no arm is offered for what a survey does not have", () => {
  expect(armOf(c, { question: "FundingAmount" })).toBeUndefined();
  expect(armOf(c, { question: "HasLawyer", before: "FundingAmount" })).toBeUndefined();
});
