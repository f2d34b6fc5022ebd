import type { AnyStateMachine } from "xstate";
import type { disqualification } from "../context/disqualification.ts";
import { type AskedBy, turnsIn } from "../model/asked-values.ts";
import { agesTried, askedOf, outcomesAsked } from "../model/cases.ts";
import { walkDay } from "../model/covering.ts";
import type { Answers } from "../rules/answers.ts";
import { dateAfter } from "../rules/dates.ts";
import { noPlace, type Place } from "../rules/place.ts";
import type { Step } from "../steps/step.ts";
import type { Graph } from "./graph.ts";

/** A survey's outcomes: the states it ends in, and the reasons for which its lead can be disqualified. */
export type Outcomes = {
  ends: string[];
  reasons: string[];
  /** By an answer, in words: the verdict on a lead with only that answer, from one age of the accident to the next. */
  verdicts: ReadonlyMap<string, string>;
};

/**
 * A chart's outcomes. The reasons are found by judging every two of its questions' answers together, with the dates and
 * places that its walks try; no rule needs more.
 * @param by where the rules are not these: an older state of the project has its own
 */
export function outcomesOf({ nodes }: Graph, machine: AnyStateMachine, by: AskedBy): Outcomes {
  const { judge } = by;
  const ends = nodes.filter(({ kind }) => kind === "end").map(({ id }) => id);
  const services = new Set(nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src)));
  if (!services.has("postLead")) return { ends, reasons: [], verdicts: new Map() };
  const asked = askedOf(machine, walkDay, by);
  const steps = [...new Set(nodes.flatMap(({ shows }) => shows ?? []))];
  const answers = steps.flatMap((step) => chosen(by.questions(step, machine)));
  const isDated = steps.some((step) => asksForADay(by.questions(step, machine)));
  const dates = isDated ? agesTried(walkDay, asked).map(dated) : [];
  const places = services.has("lookUpZip")
    ? outcomesAsked("lookUpZip", asked).flatMap(({ outcome }) =>
        "output" in outcome ? [outcome.output as Place] : [],
      )
    : [noPlace];
  const gibberish = services.has("checkGibberish") ? (["no", "yes"] as const) : (["no"] as const);
  const all = [...answers, ...dates];
  const reasons = all.flatMap((one, index) =>
    all.slice(index).flatMap((other) =>
      places.flatMap((place) =>
        gibberish.map((sense) => {
          const checks = { place, gibberish: sense };
          return judge({ answers: { ...one, ...other }, checks, cleared: false }, walkDay).dq_reason;
        }),
      ),
    ),
  );
  const plain = verdictOn({}, judge);
  // Answers that make no difference need not be listed.
  const differing = answers.flatMap((each): [string, string][] => {
    const said = Object.entries(each).map(([field, value]) => `${field}=${value}`);
    const verdict = verdictOn(each, judge);
    return verdict === plain ? [] : [[said.join(", "), verdict]];
  });
  return {
    ends,
    reasons: [...new Set(reasons)].filter((reason) => reason !== "").sort(),
    verdicts: new Map([["nothing said", plain], ...differing]),
  };
}

const known = new WeakMap<typeof disqualification, Map<string, string>>();
const [california] = outcomesAsked("lookUpZip", { states: [] });

/**
 * The verdict on a lead from California as its accident gets older: `qualified to 730 days after, then not qualified`.
 */
function verdictOn(answers: Answers, judge: typeof disqualification): string {
  const ofJudge = known.get(judge) ?? new Map<string, string>();
  known.set(judge, ofJudge);
  const key = JSON.stringify(answers);
  const found = ofJudge.get(key);
  if (found) return found;
  const checks = { place: (california!.outcome as { output: Place }).output, gibberish: "no" as const };
  const say = (age: number) => {
    const verdict = judge({ answers: { ...dated(age), ...answers }, checks, cleared: false }, walkDay);
    return verdict.dq_reason || (verdict.lead_is_qualified === "yes" ? "qualified" : "not qualified");
  };
  const turns = turnsIn(say);
  const verdict = [
    ...turns.map(([last]) => `${say(last)} to ${last} days after`),
    say(turns.at(-1)?.[1] ?? 0),
  ];
  ofJudge.set(key, verdict.join(", then "));
  return ofJudge.get(key)!;
}

function dated(age: number): Answers {
  const { year, month, day } = dateAfter(walkDay, -age);
  return { injury_year: String(year), injury_month: String(month), injury_day: String(day) };
}

const asksForADay = (question: Step | undefined) =>
  (question?.fields ?? []).some((field) => field.name === "injury_year");

function chosen({ options = [], fields = [] }: Partial<Step> = {}): Answers[] {
  return [...options, ...fields.flatMap((field) => field.options ?? [])].map(({ records }) => records);
}
