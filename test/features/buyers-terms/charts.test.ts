import { describe, expect, it } from "vitest";
import { type Condition, outsideOf, type Said, verdictOn } from "../../../machines/lead/terms.ts";
import { modelVisit, type Path, walkDay } from "../../../machines/model/covering.ts";
import { leadSoFar, usualLeadSettings } from "../../../machines/model/lead-so-far.ts";
import { inputOf } from "../../../machines/model/setup.ts";
import { coverageOf, type Taker } from "../../../machines/model/terms-coverage.ts";
import { variants } from "../../../machines/registry.ts";
import { callOf } from "../../../machines/visit/replay.ts";
import { toBeRouted } from "../../../services/delivery/outbox/route.ts";
import { wayText } from "../../../services/features/buyers-terms/check.ts";
import { routeOf } from "../../../services/providers/route.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { NewLead } from "../../../services/store/rows.ts";
import { firstSuites } from "../../paths/model/all-suites.ts";
import { settingsWith } from "../../support/files.ts";

const text = (record: Said, field: string) => String(record[field] ?? "");
const days = (record: Said) =>
  text(record, "days_from_incident_date") === "" ? Number.NaN : Number(record.days_from_incident_date);

/** Conditions as the file has them, each with what it means, said again here. */
const meanings: [written: string, holds: (record: Said) => boolean][] = [
  ["states: [CA, TX]", (record) => ["CA", "TX"].includes(text(record, "state"))],
  ["accident-days: {at-most: 365}", (record) => days(record) <= 365],
  ["accident-days: {at-least: 15, at-most: 180}", (record) => days(record) >= 15 && days(record) <= 180],
  ["with_Lawyer: no", (record) => record.with_Lawyer === "no"],
  ["with_Lawyer: {not: yes, or-unknown: true}", (record) => record.with_Lawyer !== "yes"],
  ["raw_doctor_treatment: Yes", (record) => record.raw_doctor_treatment === "Yes"],
  ["physical_injury: {not: No}", (record) => !["No", "no", ""].includes(text(record, "physical_injury"))],
  [
    "injury_type: [Hospital, doctor]",
    (record) => ["Hospital", "Doctor"].includes(text(record, "injury_type")),
  ],
  ["incident_date: {from: 2025-06-01}", (record) => text(record, "incident_date") >= "2025-06-01"],
  [
    "incident_date: {until: 2024-12-31}",
    (record) => text(record, "incident_date") !== "" && text(record, "incident_date") <= "2024-12-31",
  ],
  ["case_description: {given: true}", (record) => text(record, "case_description") !== ""],
  ["police_report: {given: false}", (record) => text(record, "police_report") === ""],
  ["hit_and_run: yes", (record) => record.hit_and_run === "yes"],
];

/** The lead that a walk posts, as receivers are asked about it. */
function leadOn(path: Path, { model, world }: (typeof firstSuites)[number]) {
  const { begun, attempt } = modelVisit(model);
  let { state } = begun;
  for (const { tried } of path) {
    state = attempt(state, tried).state;
    if (callOf(state.replay.snapshot) !== "postLead") continue;
    const { record, qualified, dqReason } = leadSoFar(world.entry, state.replay.snapshot.context);
    const made = {
      id: uuid7(0),
      kind: "survey",
      variant: world.entry.variant.code,
      record,
      qualified,
      dqReason,
    };
    return toBeRouted(made as unknown as NewLead, false);
  }
  return undefined;
}

describe("on every path of every survey", () => {
  const posted = firstSuites.flatMap((suite) =>
    suite.edgePaths.flatMap((path) => {
      const lead = leadOn(path, suite);
      return lead ? [lead] : [];
    }),
  );
  const routeWith = (written: string, judged = "") => {
    const yaml = `destinations:\n  north:\n    kind: json\n    url: https://north.example\n    only:\n      ${written}\n      ${judged}\norder: [north]\n`;
    const settings = settingsWith(yaml);
    return routeOf(settings.destinations[0]!, settings, () => new Map());
  };

  it.each(meanings)(
    "a buyer with %s gets a lead if and only if that holds, and both happen",
    (written, holds) => {
      const route = routeWith(written, "qualified: any");
      const seen = new Set<boolean>();
      for (const lead of posted) {
        const isMeant = holds(lead.record);
        expect(route.wants(lead), JSON.stringify(lead.record)).toBe(isMeant);
        seen.add(isMeant);
      }
      expect([...seen].sort()).toEqual([false, true]);
    },
  );

  it("a buyer gets no disqualified lead, whatever else it takes", () => {
    const route = routeWith("states: [CA, TX]");
    const disqualified = posted.filter(({ about }) => about.qualified === false);
    expect(disqualified.length).toBeGreaterThan(0);
    for (const lead of disqualified) expect(route.unwanted(lead)?.why).toBe("it takes qualified leads only");
  });

  it("every value that a lead has is one that the settings let a condition name", () => {
    const kept = ["derived_fields", "landing_page", "tcpa", "time_on_steps", "page_referer", "user_agent"];
    const faults = new Set<string>();
    const tried = new Set<string>();
    for (const { record } of posted)
      for (const [field, value] of Object.entries(record)) {
        const written = JSON.stringify(String(value ?? ""));
        if (value === "" || kept.includes(field) || tried.has(`${field} ${written}`)) continue;
        tried.add(`${field} ${written}`);
        try {
          routeWith(`${field}: ${written}`);
        } catch (error) {
          if (/is no (answer|value)/.test(String(error))) faults.add(`${field} ${written}`);
        }
      }
    expect([...faults]).toEqual([]);
  });
});

const entryOf = (code: string) =>
  inputOf({
    path: Object.keys(variants.get(code)!.entries)[0]!,
    query: "",
    region: "",
    today: walkDay,
    dateOfBirthStates: [],
    noDefaultBuyersStates: [],
  });
const coverage = (code: string, takers: readonly Taker[]) => {
  const { entry, input } = entryOf(code);
  return coverageOf(entry, input, takers, usualLeadSettings);
};
const taker = (name: string, ...terms: Condition[]): Taker => ({
  name,
  terms,
  qualified: "not disqualified",
  inOrder: true,
});
const saidOn = (code: string, way: Path): Said => {
  const suite = firstSuites.find(({ world }) => world.entry.variant.code === code)!;
  return leadOn(way, suite)!.record;
};

describe("walked through, a survey", () => {
  it("that never asks what a buyer's condition reads leaks by its shortest way, where the buyer takes what is not known", () => {
    const police: Condition = { field: "police_report", is: ["yes"], orUnknown: true };
    const { of, kinds } = coverage("e", [taker("north", police)]);
    const [north] = of as [(typeof of)[0]];
    expect(north.taken).toBe(kinds);
    expect(north.leaks.map(({ why }) => why)).toEqual(["not known"]);
    const [{ way }] = north.leaks as [(typeof north.leaks)[0]];
    expect(verdictOn(police, saidOn("e", way))).toBe("unknown");
    // Any other walk to a qualified lead is at least as long.
    const suite = firstSuites.find(({ world }) => world.entry.variant.code === "e")!;
    const lengths = suite.edgePaths.map(
      (path) => path.findIndex(({ to }) => callOf(to.snapshot) === "postLead") + 1,
    );
    expect(way.length).toBeLessThanOrEqual(Math.min(...lengths.filter((length) => length > 0)));
    expect(coverage("e", [taker("north", { field: "police_report", is: ["yes"] })]).of).toMatchObject([
      { taken: 0, leaks: [], outside: [{ isAlways: true }] },
    ]);
  });

  it("names the shortest way to a lead whose own answer is outside, because a rule has put another in its place", () => {
    const treated: Condition = { field: "doctor_treatment", is: ["Yes"] };
    const { of } = coverage("medical-treatment-2", [taker("north", treated)]);
    const leak = of[0]!.leaks.find(({ why }) => why === "own answer")!;
    const record = saidOn("medical-treatment-2", leak.way);
    expect([record.doctor_treatment, record.raw_doctor_treatment]).toEqual(["Yes", "No"]);
    expect(outsideOf([treated], record)).toBeUndefined();
    expect(wayText(leak.way)).toContain("DidYouReceiveMedicalTreatment: No");
    // By the visitor's own answer nothing leaks.
    const own: Condition = { ...treated, field: "raw_doctor_treatment" };
    expect(coverage("medical-treatment-2", [taker("north", own)]).of[0]!.leaks).toEqual([]);
  });

  it("has a shortest way to a lead that nobody in the order takes, if there is one", () => {
    const young = taker("north", { field: "days_from_incident_date", atMost: 30 });
    const from = (atLeast: number) => taker("south", { field: "days_from_incident_date", atLeast });
    expect(coverage("e", [young, from(31)]).unsold).toBeUndefined();
    // One day is between them.
    const way = coverage("e", [young, from(32)]).unsold!;
    expect(saidOn("e", way).days_from_incident_date).toBe(31);
  });

  it.each(["e", "multi-step"])("%s has every kind of lead that its walks make", (code) => {
    const terms: Condition[] = [
      { field: "state", is: ["CA"] },
      { field: "days_from_incident_date", atMost: 365 },
      { field: "physical_injury", is: ["Yes"] },
    ];
    const each = terms.map((condition, index) => taker(`b${index}`, condition));
    const { of } = coverage(code, each);
    const suite = firstSuites.find(({ world }) => world.entry.variant.code === code)!;
    const leads = suite.edgePaths.flatMap((path) => leadOn(path, suite) ?? []);
    const qualified = leads.filter(({ about }) => about.qualified);
    terms.forEach((condition, index) => {
      const isMet = qualified.some(({ record }) => outsideOf([condition], record) === undefined);
      const isOutside = qualified.some(({ record }) => outsideOf([condition], record) !== undefined);
      if (isMet) expect(of[index]!.taken, condition.field).toBeGreaterThan(0);
      if (isOutside) expect(of[index]!.outside, condition.field).toHaveLength(1);
    });
  });
});
