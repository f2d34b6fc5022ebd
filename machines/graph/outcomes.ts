import type { Answers } from "../answers.ts";
import type { disqualification } from "../lead/disqualification.ts";
import { type CalendarDay, dateAfter } from "../rules/dates.ts";
import { noPlace } from "../rules/place.ts";
import type { Step } from "../steps/step.ts";
import type { Graph } from "./graph.ts";

/** What a survey can come to: the states it ends in, and the reasons for which its lead can be disqualified. */
export type Outcomes = {
  ends: string[];
  reasons: string[];
  /** By an answer and the age of the accident, in words: the verdict on a lead that says no more. */
  verdicts: ReadonlyMap<string, string>;
};

/** Ages of an accident in days, around the windows that rules have had. */
const ages = [0, 3, 4, 14, 15, 16, 100, 364, 365, 366, 729, 730, 731, 1095];

const today: CalendarDay = { year: 2025, month: 6, day: 15 };
const longAgo: Answers = { injury_month: "1", injury_day: "1", injury_year: "2015" };

/**
 * A chart's outcomes. The reasons are found by judging every two of its questions' answers together, with what
 * its services can add; no rule needs more.
 * @param judge where the rules are not these: an older state of the project has its own
 */
export function outcomesOf(
  { nodes }: Graph,
  questionNamed: (name: string) => Step | undefined,
  judge: typeof disqualification,
): Outcomes {
  const ends = nodes.filter(({ kind }) => kind === "end").map(({ id }) => id);
  const services = new Set(nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src)));
  if (!services.has("postLead")) return { ends, reasons: [], verdicts: new Map() };
  const steps = new Set(nodes.flatMap(({ shows }) => shows ?? []));
  const answers = [...steps].flatMap((step) => answersTo(questionNamed(step)));
  const places = services.has("lookUpZip") ? [noPlace, { ...noPlace, state: "CA" }] : [noPlace];
  const gibberish = services.has("checkGibberish") ? (["no", "yes"] as const) : (["no"] as const);
  const reasons = answers.flatMap((one, index) =>
    answers.slice(index).flatMap((other) =>
      places.flatMap((place) =>
        gibberish.map((sense) => {
          const checks = { place, gibberish: sense };
          return judge({ answers: { ...one, ...other }, checks, cleared: false }, today).dq_reason;
        }),
      ),
    ),
  );
  const plainVerdicts = verdictsOn({}, judge);
  return {
    ends,
    reasons: [...new Set(reasons)].filter((reason) => reason !== "").sort(),
    verdicts: new Map([
      ...plainVerdicts,
      // What an answer changes nothing about need not be said for each.
      ...answers.flatMap((each) =>
        verdictsOn(each, judge).filter(([, verdict], index) => verdict !== plainVerdicts[index]![1]),
      ),
    ]),
  };
}

function verdictsOn(answers: Answers, judge: typeof disqualification): [string, string][] {
  const said = Object.entries(answers)
    .map(([field, value]) => `${field}=${value}`)
    .join(", ");
  return ages.map((age) => {
    const { year, month, day } = dateAfter(today, -age);
    const dated = { injury_year: String(year), injury_month: String(month), injury_day: String(day) };
    const checks = { place: { ...noPlace, state: "CA" }, gibberish: "no" as const };
    const verdict = judge({ answers: { ...dated, ...answers }, checks, cleared: false }, today);
    const words = verdict.dq_reason || (verdict.lead_is_qualified === "yes" ? "qualified" : "not qualified");
    return [`${said || "nothing said"}, ${age} days after`, words];
  });
}

function answersTo(question: Step | undefined): Answers[] {
  const { options = [], fields = [] } = question ?? {};
  const chosen = [...options, ...fields.flatMap((field) => field.options ?? [])].map(
    ({ records }) => records,
  );
  return fields.some((field) => field.name === "injury_year") ? [...chosen, longAgo] : chosen;
}
