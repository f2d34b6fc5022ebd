import type { Move } from "../../../machines/simulator/moves.ts";
import type { SurveyEvent } from "../../../machines/survey.ts";
import { settled } from "../../../machines/visit/replay.ts";

/** A move as the chart alone is given it. */
export function eventOf(move: Move): SurveyEvent {
  switch (move.kind) {
    case "answer":
      return { type: "ANSWER", answers: move.answers };
    case "outcome":
      return settled(move.outcome);
    case "page":
      return move.event;
    case "again":
      return { type: "ANSWER", answers: {} };
  }
}
