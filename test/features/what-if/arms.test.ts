import { expect, it } from "vitest";
import { comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import { endingsOf } from "../../../machines/features/what-if/endings.ts";
import type { Position } from "../../../machines/features/what-if/learned-steps.ts";
import { addVisit, emptyTally } from "../../../machines/features/what-if/tally.ts";
import { recordingIn } from "../../../machines/features/what-if/walks.ts";
import { entryInArm, findEntry } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { inputFor, openVisit } from "../../../machines/visit/open-visit.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { usualRules, worldIn } from "../../../tools/features/what-if/worlds.ts";
import { root } from "../../../tools/graphs/tree.ts";
import { walkerOf } from "./worlds.ts";

const { world } = await worldIn(root, "v4nv", usualRules, "");
const until = Date.UTC(2026, 5, 15);
const arm = { experiment: "one", name: "b", version: "", flags: "" };
const visitsAt = (path: string, drawn: typeof arm & { survey?: string }) => {
  const { variant } = findEntry(path)!;
  const assign = () => drawn;
  const made = simulate({ sessions: 60, seed: 4, variant, days: 2, until, day: () => 0, assign });
  return [...made].map(({ log }) => log).filter((log) => recordingIn(log).arrival.arm);
};

it("a visit in an arm that shows another survey is replayed with what its visitor had", () => {
  const logs = visitsAt("/survey/c", { ...arm, survey: "/survey/v4nv" });
  expect(logs.length).toBeGreaterThan(10);
  for (const log of logs) {
    const given = recordingIn(log);
    const { path } = given.arrival;
    const had = openVisit(entryInArm(findEntry(path)!, given.arrival.arm), {}, log).replay;
    const positions: Position[] = [];
    const input = () => inputFor(world.entryAt(given.arrival), given);
    const [before] = endingsOf(world, walkerOf(given, positions), input).endings;
    const { place, context } = positions[before!.position]!;
    expect(context).toEqual(had.snapshot.context);
    expect([place.step, context.path]).toEqual([had.state, path]);
  }
});

it("visits that differ in nothing but their arm's flags each go their own way", () => {
  const comparison = comparisonOf({ before: world, after: world }, {});
  const tally = emptyTally();
  for (const flags of ["", "combinedLastStep", ""]) {
    // Their browser had the flags too: a record without them would belong to another version.
    const log = visitsAt("/survey/v4nv", { ...arm, flags }).find(
      (each) => (flags ? "AllPii" : "NameAndEmail") in stepsIn(each),
    )!;
    addVisit(tally, comparison, { id: flags, log });
  }
  const arrivedAt = (step: string) =>
    Object.entries(tally.flow).reduce(
      (sum, [edge, [before]]) => sum + (edge.includes(`->${step}`) ? before : 0),
      0,
    );
  expect([arrivedAt("AllPii.asking"), arrivedAt("NameAndEmail.asking")]).toEqual([1, 2]);
});

function stepsIn(log: readonly LogEntry[]): Record<string, true> {
  return Object.fromEntries(log.flatMap(({ kind, body }) => (kind === "answer" ? [[body.step, true]] : [])));
}
