import type { Answers } from "../answers.ts";
import { track } from "../lead/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import { today as dayAt } from "../rules/dates.ts";
import type { Move } from "../simulator/moves.ts";
import type { SurveyContext } from "../survey.ts";
import { isSame } from "../visit/replay.ts";
import type { Ending } from "./endings.ts";
import type { Given } from "./given.ts";

/**
 * All that decides a visit's ways but what it answered, its days and its source: where it came in, which questions it
 * answered with which fields, and what the services said.
 */
export function keyOf({ arrival, answers, outcomes }: Given): string {
  let key = `${arrival.path}\n${arrival.query.flags ?? ""}\n${arrival.region ?? ""}`;
  for (const { step, answers: said, today } of answers.values()) {
    key += `\n${step}${today ? "" : "!"}`;
    for (const name in said) key += `&${name}`;
  }
  for (const said of outcomes.values()) key += `\n${JSON.stringify(said)}`;
  return key;
}

/** What a chart is told of where visitors came from, whom it sends the same way as long as it does not ask. */
export const fromNowhere = track({ path: "", query: {}, referer: "" }, {});

/** The moves of a way, as they are for another visit that goes it. */
export function movesOf({ moves, asked, unanswered }: Ending, given: Given): Move[] {
  let count = 0;
  return moves.map((move) => {
    if (move.kind !== "answer") return move;
    const step = asked[count++]!;
    const known = unanswered.includes(step) ? undefined : given.answers.get(step);
    return known ? { kind: "answer", answers: known.answers } : move;
  });
}

/** True for an ending whose chart did nothing to answers and day but pass them on: other visits' may take their place. */
export function passesOn(ending: Ending, given: Given): boolean {
  const { answers, today } = passedOn(ending, given);
  return isSame(answers, ending.context.answers) && isSame(today, ending.context.today);
}

/** The ending's context as it is for another visit that goes the same way: with that visit's own values. */
export function contextFor(ending: Ending, given: Given, { defaults }: SurveyEntry): SurveyContext {
  return { ...ending.context, ...passedOn(ending, given), tracking: track(given.arrival, defaults) };
}

function passedOn(ending: Ending, given: Given): Pick<SurveyContext, "answers" | "today"> {
  const answers: Answers = {};
  for (const move of movesOf(ending, given)) if (move.kind === "answer") Object.assign(answers, move.answers);
  const known = ending.asked.filter((step) => !ending.unanswered.includes(step));
  const day = known.findLast((step) => given.answers.get(step)?.today);
  const today = given.answers.get(day ?? "")?.today ?? dayAt(given.startedAt, "UTC", "UTC");
  return { answers, today };
}
