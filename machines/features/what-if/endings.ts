import type { CallId, Outcome } from "../../context/calls.ts";
import type { AskedValues } from "../../model/asked-values.ts";
import { answerCases, outcomesAsked } from "../../model/cases.ts";
import { type Move, outcomeNamed } from "../../model/moves.ts";
import type { Answers } from "../../rules/answers.ts";
import { type CalendarDay, formatIso } from "../../rules/dates.ts";
import type { Step } from "../../steps/step.ts";
import type { SurveyEvent, SurveyInput } from "../../survey.ts";
import { settled } from "../../visit/replay.ts";
import type { Place, Position } from "./learned-steps.ts";
import type { Own, Recording, Walker } from "./walks.ts";
import type { World } from "./world.ts";

/** The answers that a visit may give to a question to which its recording has no answer. */
type Tried = {
  /** How many there are, as text. */
  count: Own<string>;
  move(index: number): Own<Move>;
  event(index: number): Own<SurveyEvent>;
};

/** @param position index of the position where the question is asked: answers with dates depend on its date */
function triedAt(question: Step, position: number, asked: AskedValues): Tried {
  const answersAt = (index: number, day: CalendarDay) => answersTo(question, day, asked)[index]!;
  return {
    count: (_, positions) => String(answersTo(question, positions[position]!.context.today, asked).length),
    move: (index) => (_, positions) => ({
      kind: "answer",
      answers: answersAt(index, positions[position]!.context.today),
    }),
    event: (index) => (_, positions) => {
      const { today } = positions[position]!.context;
      return { type: "ANSWER", answers: answersAt(index, today), today };
    },
  };
}

/** Only the latest date is remembered, because visits are read in order of their dates. */
const newest = new WeakMap<Step, { day: string; asked: AskedValues; answers: Answers[] }>();

function answersTo(question: Step, today: CalendarDay, asked: AskedValues): Answers[] {
  const day = formatIso(today);
  const known = newest.get(question);
  if (known?.day === day && known.asked === asked) return known.answers;
  const answers = answerCases(question, today, asked).flatMap((each) =>
    each.kind === "answer" ? [each.answers] : [],
  );
  newest.set(question, { day, asked, answers });
  return answers;
}

/** A way that a visit can take, from the first question to where it ends or is left. */
export type Ending = {
  /** The places where the chart waited, in order. */
  way: string[];
  /** The moves between them, one fewer than places. */
  moves: Own<Move>[];
  /** The questions that were answered, by step. */
  asked: string[];
  /** Questions on the way that the recording has no answer to. */
  unanswered: string[];
  isPosted: boolean;
  /** Index of the last position among the visit's own positions. */
  position: number;
};

/** All endings that a visit can reach. `isWhole` is false where there are more than were tried. */
export type Endings = { endings: Ending[]; isWhole: boolean };

/** Limits on the ways that are tried for a visit, and on the moves of one way. */
const [maxEndings, maxMoves] = [256, 120];

type Branch = Omit<Ending, "isPosted"> & { place: Place; used: ReadonlyMap<string, number> };

/**
 * Walks a visit through a chart by its recorded answers. Each question gets its recorded answer, wherever it is asked
 * now; answers to questions that are no longer asked are ignored. Where the recording does not say what happens, every
 * possibility is tried: the outcome of a call that was made once less, and whether a visitor who is asked again presses
 * again or leaves.
 * @param input the chart's input for this visit
 * @param leftAt the place where the visitor left and now leaves again; null for a finished visit. Undefined where that
 * is not known yet: the visit then ends at the first question without an answer
 */
export function endingsOf(
  world: World,
  walker: Walker,
  input: Own<SurveyInput>,
  leftAt?: string | null,
): Endings {
  const endings: Ending[] = [];
  let isWhole = true;
  const end = ({ place, used, ...branch }: Branch, isPosted: boolean) => {
    endings.push({ ...branch, isPosted });
  };
  const first = walker.reach(begun(world, input));
  const start = { way: [first.place.leaf], moves: [], asked: [], unanswered: [], used: new Map() };
  const waiting: Branch[] = [{ ...first, ...start }];
  const push = (branch: Branch, move: Own<Move>, event: Own<SurveyEvent>) => {
    const next = walker.reach(sent(world, branch.position, event));
    const { way, moves } = branch;
    waiting.push({ ...branch, ...next, moves: [...moves, move], way: [...way, next.place.leaf] });
  };
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    if (endings.length + waiting.length >= maxEndings || branch.moves.length >= maxMoves) {
      isWhole = false;
      end(branch, false);
      continue;
    }
    const { call, step, isDone } = branch.place;
    if (isDone || isAtLastScreen(branch, world)) end(branch, branch.used.has("postLead"));
    else if (call && (isLeft(branch, leftAt) || (leftAt === undefined && !walker.ask(hasOutcome(call)))))
      end(branch, false);
    else if (call) {
      const nth = branch.used.get(call) ?? 0;
      const here = { ...branch, used: new Map(branch.used).set(call, nth + 1) };
      // The walk before the edit is the recording's own, which has but one way.
      const least = leftAt === undefined ? 0 : nth;
      for (const outcome of outcomesAt(walker, call, nth, least, world.asked))
        push(here, outcomeMove(outcome), settledBy(outcome, branch.place.invoke));
    } else {
      const question = world.question(step);
      const times = branch.asked.filter((name) => name === step).length;
      const here = { ...branch, asked: [...branch.asked, step] };
      const isAnswered = walker.ask(hasAnswered(step));
      if (times === 0 && isAnswered) push(here, answer(step), answered(step));
      else if (!question || leftAt === undefined || isLeft(branch, leftAt) || times > 1) end(branch, false);
      else if (times === 1) {
        // Asked once more than recorded: the visitor may leave, or press again.
        end(branch, false);
        if (isAnswered) push(here, answer(step), answered(step));
      } else {
        // The visitor may leave here or give any of the possible answers.
        const unanswered = [...branch.unanswered, step];
        end({ ...branch, unanswered }, false);
        const tried = triedAt(question, branch.position, world.asked);
        for (let index = 0; index < Number(walker.ask(tried.count)); index++)
          push({ ...here, unanswered }, tried.move(index), tried.event(index));
      }
    }
  }
  return { endings, isWhole };
}

function isLeft({ way }: Branch, leftAt: string | null | undefined): boolean {
  return leftAt === way.at(-1);
}

/** True where the survey has posted its lead and shows its own last screen. */
function isAtLastScreen({ used, place }: Branch, world: World): boolean {
  return used.has("postLead") && world.question(place.step)?.kind === "end";
}

// These closures are kept for later visits. They are made outside the walk, so that they hold on to nothing else of it.

const begun =
  ({ steps }: World, input: Own<SurveyInput>): Own<Position> =>
  (recording, positions) =>
    steps.begin(input(recording, positions));

const sent =
  ({ steps }: World, position: number, event: Own<SurveyEvent>): Own<Position> =>
  (recording, positions) =>
    steps.send(positions[position]!, event(recording, positions));

const hasAnswered =
  (step: string): Own<boolean> =>
  ({ answers }) =>
    answers.has(step);

const hasOutcome =
  (call: CallId, nth = 0): Own<boolean> =>
  ({ outcomes }) =>
    (outcomes.get(call)?.length ?? 0) > nth;

const answer =
  (step: string): Own<Move> =>
  ({ answers }) => ({ kind: "answer", answers: answers.get(step)!.answers });

const answered =
  (step: string): Own<SurveyEvent> =>
  ({ answers }) => {
    const { answers: recorded, today } = answers.get(step)!;
    return { type: "ANSWER", answers: recorded, today };
  };

const outcomeMove =
  (outcome: Own<Outcome>): Own<Move> =>
  (recording, positions) => ({ kind: "outcome", outcome: outcome(recording, positions) });

const settledBy =
  (outcome: Own<Outcome>, invoke: string | undefined): Own<SurveyEvent> =>
  (recording, positions) =>
    settled(outcome(recording, positions), invoke);

const same =
  <Value>(value: Value): Own<Value> =>
  () =>
    value;

const recorded =
  (call: CallId, nth: number): Own<Outcome> =>
  ({ outcomes }: Recording) => {
    const all = outcomes.get(call)!;
    return all[Math.min(nth, all.length - 1)]!;
  };

/**
 * The recorded outcome of a call, or every possible one where it was made less often.
 * @param least the call of which the recording must have an outcome for the last one to be used
 */
function outcomesAt(
  walker: Walker,
  call: CallId,
  nth: number,
  least: number,
  asked: AskedValues,
): Own<Outcome>[] {
  // Without a stored lead there would be nothing to compare.
  if (call === "postLead") return [same(outcomeNamed("postLead", "stored")!)];
  if (walker.ask(hasOutcome(call, least))) return [recorded(call, nth)];
  return outcomesAsked(call, asked).map(({ outcome }) => same(outcome));
}
