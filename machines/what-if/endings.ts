import type { Outcome } from "../calls.ts";
import { leafOf } from "../graph/leaves.ts";
import { answerCases } from "../simulator/cases.ts";
import type { Move } from "../simulator/moves.ts";
import { outcomeNamed, outcomesOf } from "../simulator/outcome-cases.ts";
import type { SurveyContext, SurveyEvent, SurveyInput } from "../survey.ts";
import { settled, topState } from "../visit/replay.ts";
import { type Decision, decisionOf, tryingDays } from "./decisions.ts";
import type { Given } from "./given.ts";
import type { WatchedRun } from "./watched-steps.ts";
import type { World } from "./world.ts";

/** One way that a visit can take, from its first question to where it ends or is left. */
export type Ending = {
  /** The places where the chart waited, in their order. */
  way: string[];
  /** What happened between them: one fewer than places. */
  moves: Move[];
  /** The questions that were answered, by step. */
  asked: string[];
  /** Questions on the way that the recording has no answer to. */
  unanswered: string[];
  isPosted: boolean;
  context: SurveyContext;
};

/**
 * All that a visit can come to. `isWhole` is false where there are more than were tried. `decisions`: all that the ways
 * followed from besides questions and services; null where this cannot be said.
 */
export type Endings = { endings: Ending[]; isWhole: boolean; decisions: Decision[] | null };

/** So many ways are tried of one visit, and so many moves of one way. */
const [mostEndings, mostMoves] = [256, 120];

type Branch = Omit<Ending, "isPosted" | "context"> & { run: WatchedRun; used: ReadonlyMap<string, number> };

/**
 * Walks a visit through a chart by its recorded answers: each question takes the answer that was given to it, wherever it
 * now stands, and what is no longer asked is set aside. Where the recording does not say, everything that can happen is
 * tried.
 * @param input how the visitor came in
 * @param leftAt where the visitor left, who leaves there again; without it every question without an answer is that
 */
export function endingsOf(world: World, given: Given, input: SurveyInput, leftAt?: string | null): Endings {
  const run = world.steps.begin(input);
  const endings: Ending[] = [];
  const decisions = new Map<string, Decision>();
  let areKnown = true;
  const decided = (decision: Decision | undefined | null) => {
    if (decision) decisions.set(JSON.stringify(decision), decision);
    areKnown &&= decision !== null;
  };
  let isWhole = true;
  const end = ({ run: last, used, ...branch }: Branch, isPosted: boolean) => {
    endings.push({ ...branch, isPosted, context: last.snapshot.context });
  };
  const push = (branch: Branch) => {
    for (const guard of branch.run.asked) decided(decisionOf(guard, branch, given));
    waiting.push(branch);
  };
  const waiting: Branch[] = [];
  push({ run, way: [leafOf(run.snapshot)], moves: [], asked: [], unanswered: [], used: new Map() });
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    if (endings.length + waiting.length >= mostEndings || branch.moves.length >= mostMoves) {
      isWhole = false;
      end(branch, false);
      continue;
    }
    const { snapshot, call } = branch.run;
    if (snapshot.status === "done" || isAtLastScreen(branch, world)) end(branch, hasPosted(branch));
    else if (call && (isLeft(branch, leftAt) || (leftAt === undefined && !given.outcomes.has(call.id))))
      end(branch, false);
    else if (call) {
      for (const outcome of recordedOutcomes(given, branch, call.id)) push(heard(world, branch, outcome));
    } else {
      const step = topState(snapshot);
      const question = world.question(step);
      const known = given.answers.get(step);
      if (known && !branch.asked.includes(step)) {
        const move: Move = { kind: "answer", answers: known.answers };
        push(answered(world, branch, move, { step, today: known.today }));
      } else if (!question || leftAt === undefined || isLeft(branch, leftAt) || branch.asked.includes(step)) {
        end(branch, false);
      } else {
        // The visitor may leave here, or give any of the answers.
        const here = { ...branch, unanswered: [...branch.unanswered, step] };
        end(here, false);
        const { today } = snapshot.context;
        decided(tryingDays(branch, given));
        for (const each of answerCases(question, today)) {
          if (each.kind !== "answer") continue;
          push(answered(world, here, { kind: "answer", answers: each.answers }, { step, today }));
        }
      }
    }
  }
  return { endings, isWhole, decisions: areKnown ? [...decisions.values()] : null };
}

function isLeft({ way }: Branch, leftAt: string | null | undefined): boolean {
  return leftAt === way.at(-1);
}

/** A survey whose own last screen is shown. */
function isAtLastScreen(branch: Branch, world: World): boolean {
  return hasPosted(branch) && world.question(topState(branch.run.snapshot))?.kind === "end";
}

function hasPosted({ moves }: Pick<Branch, "moves">): boolean {
  return moves.some((move) => move.kind === "outcome" && move.outcome.call === "postLead");
}

function answered(
  world: World,
  branch: Branch,
  move: Extract<Move, { kind: "answer" }>,
  { step, today }: { step: string; today: unknown },
): Branch {
  const event = { type: "ANSWER", answers: move.answers, today } as SurveyEvent;
  return moved(world, { ...branch, asked: [...branch.asked, step] }, move, event);
}

function heard(world: World, branch: Branch, outcome: Outcome): Branch {
  const used = new Map(branch.used).set(outcome.call, (branch.used.get(outcome.call) ?? 0) + 1);
  return moved(world, { ...branch, used }, { kind: "outcome", outcome }, settled(outcome));
}

function moved(world: World, branch: Branch, move: Move, event: SurveyEvent): Branch {
  const run = world.steps.send(branch.run.snapshot, event);
  return { ...branch, run, moves: [...branch.moves, move], way: [...branch.way, leafOf(run.snapshot)] };
}

/** What a service said of this visit; where it was not asked enough, the last it said; where never, anything. */
function recordedOutcomes({ outcomes }: Given, { used }: Branch, call: Outcome["call"]): readonly Outcome[] {
  // A lead that cannot be stored is no lead to compare.
  if (call === "postLead") return [outcomeNamed("postLead", "stored")!];
  const said = outcomes.get(call);
  return said ? [said[Math.min(used.get(call) ?? 0, said.length - 1)]!] : outcomesOf(call);
}
