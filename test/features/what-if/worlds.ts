import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, reportFile } from "../../../app/features/what-if/report.ts";
import { differingMarks } from "../../../app/graphs/drawing/marks.ts";
import { comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import {
  type ChartSteps,
  learnedSteps,
  type Position,
} from "../../../machines/features/what-if/learned-steps.ts";
import { addVisit, emptyTally } from "../../../machines/features/what-if/tally.ts";
import type { Recording, Walker } from "../../../machines/features/what-if/walks.ts";
import type { World } from "../../../machines/features/what-if/world.ts";
import { accountOf, compareCharts } from "../../../machines/graph/account.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { payloadsOf } from "../../../machines/lead/payloads.ts";
import { askedOf } from "../../../machines/model/cases.ts";
import { walkDay } from "../../../machines/model/covering.ts";
import { leadSoFar } from "../../../machines/model/lead-so-far.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { type Run, type SurveySnapshot, stepsOf, topState } from "../../../machines/visit/replay.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";

/** The survey whose visits are compared. */
export const variant = variants.get("c")!;
// biome-ignore lint/suspicious/noExplicitAny: a chart's config, changed in places that its types would forbid
type Config = any;

/** Survey `c` with a chart of its own, and changed rules. */
export function worldOf(
  machine: SurveyMachine,
  change: (dqReason: string, fault?: string) => string = (same) => same,
): World {
  return {
    steps: learnedSteps(machine),
    rules: change.toString(),
    entryAt: ({ path }) => ({ path, variant: { ...variant, machine }, defaults: {} }),
    question: (name) => stepNamed(name, machine),
    asked: askedOf(machine, walkDay),
    lead: (entry, context) => {
      const lead = leadSoFar(entry, context);
      const dqReason = change(lead.dqReason, context.answers.at_Fault);
      const record = { ...lead.record, dq_reason: dqReason };
      return { ...lead, record, dqReason, qualified: lead.qualified && dqReason === lead.dqReason };
    },
    payloads: (entry, { record }, { answers, today }) =>
      payloadsOf(entry.variant, record, { id: "", answers, today, transformedAffid: "" }),
  };
}

/** A chart's steps, each taken by XState. */
export function plainSteps(machine: SurveyMachine): ChartSteps {
  const steps = stepsOf(machine);
  const snapshots = new WeakMap<Position, SurveySnapshot>();
  const standOf = ({ snapshot, call }: Run): Position => {
    const place = { leaf: leafOf(snapshot), step: topState(snapshot), call: call?.id ?? null };
    const position = { place: { ...place, isDone: snapshot.status === "done" }, context: snapshot.context };
    snapshots.set(position, snapshot);
    return position;
  };
  return {
    begin: (input) => standOf(steps.begin(input)),
    send: (position, event) => standOf(steps.send(snapshots.get(position)!, event)),
  };
}

/** A walk of one visit that is not kept for others. */
export function walkerOf(recording: Recording, positions: Position[]): Walker {
  return {
    ask: (own) => own(recording, positions),
    reach: (own) => ({
      place: positions[positions.push(own(recording, positions)) - 1]!.place,
      position: positions.length - 1,
    }),
  };
}

/** Its chart with states of its own. */
export const edited = (edit: (states: Config) => void) => {
  const { id, initial, states, context, entry, on } = variant.machine.config as Config;
  const changed = { ...states };
  edit(changed);
  return survey.createMachine({
    id,
    initial,
    states: changed,
    context,
    entry,
    on,
  } as never) as unknown as SurveyMachine;
};

/** Three edits: a question that is gone, one that is new, another rule. */
export const edits: [name: string, after: World][] = [
  [
    "a question is no longer asked",
    worldOf(
      edited((states) => {
        delete states.PoliceReportFiled;
        states.WasUserInjured = {
          on: { NEXT: [{ guard: "notInjured", target: "HasLawyer" }, { target: "TypeOfMedicalTreatment" }] },
        };
        states.TypeOfMedicalTreatment = { on: { NEXT: "HasLawyer" } };
      }),
    ),
  ],
  [
    "a question is asked that nobody was asked",
    worldOf(
      edited((states) => {
        states.AtFault = { on: { NEXT: "MissedWork" } };
        states.MissedWork = { on: { NEXT: "WasUserInjured" } };
      }),
    ),
  ],
  [
    "who is at fault is disqualified",
    worldOf(variant.machine, (same, fault) => (fault === "yes" ? "at_fault" : same)),
  ],
];

/** The report of `npm run what-if` for survey `c` without its police report, on 60 made-up visits. */
export function reportOfAnEdit(): Report {
  const [, after] = edits[0]!;
  const tally = emptyTally();
  const comparison = comparisonOf({ before: worldOf(variant.machine), after }, {});
  const until = Date.UTC(2026, 5, 15);
  for (const { log } of simulate({ sessions: 60, seed: 5, variant, days: 7, until, day: () => 0 })) {
    addVisit(tally, comparison, { id: `visit-${tally.visits}`, log });
  }
  const { machine } = after.entryAt({ path: "/survey/c" }).variant;
  const [was, is] = [accountOf({ code: "c", machine: variant.machine }), accountOf({ code: "c", machine })];
  const difference = compareCharts(was, is);
  const [before, now] = [viewOf(was.graph), viewOf(is.graph)];
  return {
    code: "c",
    before: "HEAD",
    after: "working tree",
    visitsOf: "made-up visits",
    fingerprint: "",
    rest: [],
    tally,
    drawn: {
      before: { view: before, marks: differingMarks(before, difference, "lost") },
      after: { view: now, marks: differingMarks(now, difference, "gained") },
    },
  };
}

/** A folder with a run of survey `c`, as analytics.what-if-folder names it. */
export function folderWithReport(): string {
  const folder = mkdtempSync(join(tmpdir(), "what-if-"));
  writeFileSync(reportFile(folder, "c"), JSON.stringify(reportOfAnEdit()));
  return folder;
}
