import type { CallId, Outcome } from "../../../machines/context/calls.ts";
import type { Case } from "../../../machines/model/cases.ts";
import { type Model, modelVisit, type Path } from "../../../machines/model/covering.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { CalendarDay } from "../../../machines/rules/dates.ts";
import { type SurveySnapshot, topState } from "../../../machines/visit/replay.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";

/** A press of the button, with the outcomes of its calls. */
export type Turn = {
  step: string;
  post: Record<string, string>;
  answers: Answers;
  today?: CalendarDay;
  outcomes: Outcome[];
};

/** A path as the visitor goes through it. */
export function turnsOf(path: Path): Turn[] {
  const turns: Turn[] = [];
  for (const { from, tried } of path) {
    const last = turns.at(-1);
    if (tried.kind === "answer") {
      const { post, answers, today } = tried;
      turns.push({ step: topState(from.snapshot), post, answers, ...(today && { today }), outcomes: [] });
    } else if (tried.kind === "outcome") {
      last!.outcomes.push(tried.outcome);
    } else if (tried.kind === "again") {
      // The same form once more: its services answer the same again.
      turns.push({ ...last!, outcomes: last!.outcomes.filter(({ call }) => call !== "postLead") });
    }
  }
  return turns;
}

/** Hands out a turn's outcomes, call by call. */
export class Script {
  private outcomes: Outcome[] = [];

  begin({ outcomes }: Turn): void {
    this.outcomes = [...outcomes];
  }

  next<Id extends CallId>(call: Id): Outcome<Id> {
    const at = this.outcomes.findIndex((outcome) => outcome.call === call);
    if (at < 0) throw new Error(`the path says nothing of ${call}`);
    return this.outcomes.splice(at, 1)[0] as Outcome<Id>;
  }
}

/** A visitor's view between two presses of a button. */
export type Screen = { state: string; progress: number | null; errors: Record<string, string> };

export type Walked = { screens: Screen[]; snapshot: SurveySnapshot };

/**
 * Runs cases through a chart; the screens are those at which it waits for the visitor, and the end.
 * @param onStep called with every state the chart comes to, those in which it waits for a service included
 */
export function walkCases(
  model: Pick<Model, "machine" | "input">,
  onStep: (snapshot: SurveySnapshot) => void = () => {},
) {
  const { begun, attempt } = modelVisit(model);
  return (cases: readonly Case[]): Walked => {
    let { state } = begun;
    const screens = [screenOf(state.replay.snapshot)];
    for (const tried of cases) {
      ({ state } = attempt(state, tried));
      const { snapshot, call } = state.replay;
      onStep(snapshot);
      if (tried.kind !== "page" && !call) screens.push(screenOf(snapshot));
    }
    return { screens, snapshot: state.replay.snapshot };
  };
}

export function screenOf(snapshot: SurveySnapshot): Screen {
  const state = leafState(snapshot);
  const meta = snapshot.machine.root.states[topState(snapshot)]?.meta;
  return { state, progress: meta?.progress ?? null, errors: snapshot.context.errors };
}

/** A step's name, or for any other state its full path: `submitting.unsent`. */
function leafState(snapshot: SurveySnapshot): string {
  const [leaf] = activeNodes(snapshot)
    .filter(({ type }) => type === "atomic" || type === "final")
    .slice(-1);
  return leaf!.path.join(".").replace(/\.asking$/, "");
}
