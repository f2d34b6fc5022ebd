import { transition } from "xstate";
import type { SurveyMachine } from "../../machines/variant.ts";
import { leadOf } from "../paths/lead-of.ts";
import type { Case } from "./cases.ts";
import type { Path } from "./edge-cover.ts";
import { eventOf } from "./model.ts";
import type { Mutant } from "./mutants.ts";
import { walkCases } from "./run-path.ts";
import type { Suite } from "./suite.ts";

/**
 * Judges mutants by a variant's paths that take every edge in each of its worlds, and by those that have
 * every pair in the first: one is killed that shows other screens or flags,
 * asks other things of the browser, or gives another lead on any of them.
 * @returns true for a mutant that behaves as the chart does throughout
 */
export function survivesPaths(suites: readonly Suite[]): (mutant: Mutant) => boolean {
  const judges = suites.map((suite, index) => {
    const { machine } = suite.model;
    const paths = index === 0 ? [...suite.edgePaths, ...suite.pairPaths] : suite.edgePaths;
    const seen = expectations(paths, observing(suite, machine));
    const done = expectations(suite.edgePaths, doing(suite, machine));
    return (mutant: SurveyMachine) => seen(observing(suite, mutant)) && done(doing(suite, mutant));
  });
  return ({ machine }) => {
    try {
      return judges.every((isAlike) => isAlike(machine));
    } catch {
      return false;
    }
  };
}

type Observer = (cases: readonly Case[]) => string;

function expectations(paths: readonly Path[], observe: Observer) {
  const known = paths.map((path) => {
    const cases = path.map(({ tried }) => tried);
    return { cases, expected: observe(cases) };
  });
  return (observeMutant: Observer) => known.every(({ cases, expected }) => observeMutant(cases) === expected);
}

/** What the visitor sees of a walk, what the chart notes down on it besides answers, and the lead it makes. */
function observing({ model, world }: Suite, machine: SurveyMachine): Observer {
  let flags: unknown[] = [];
  const walk = walkCases({ machine, input: model.input }, ({ context }) => {
    const { playButton, validateCurrentStep, inDuiFlow, completed } = context;
    flags.push(playButton, validateCurrentStep, inDuiFlow, completed);
  });
  return (cases) => {
    flags = [];
    const { screens, snapshot } = walk(cases);
    return JSON.stringify([screens, flags, snapshot.status, leadOf(world.entry.variant, snapshot.context)]);
  };
}

/** What a chart asks the browser to do on a walk: scripts, pixels, windows. */
function doing({ model }: Suite, machine: SurveyMachine): Observer {
  const start = walkCases({ machine, input: model.input })([]).snapshot;
  return (cases) => {
    let snapshot = start;
    return cases
      .flatMap((tried) => {
        const [next, actions] = transition(machine, snapshot, eventOf(tried));
        snapshot = next;
        return actions.map(({ type }) => type).filter((type) => /^load|^open/.test(type));
      })
      .join(" ");
  };
}
