import {
  agesOfAccident,
  asAnswered,
  type Condition,
  isJudgedAs,
  type JudgedAs,
  outsideOf,
  type Said,
  type Terms,
  verdictOn,
} from "../lead/terms.ts";
import type { SurveyEntry } from "../registry.ts";
import { type AnswerField, answerFields } from "../rules/answers.ts";
import { daysBetween } from "../rules/dates.ts";
import { yearsAllowed } from "../rules/limitation-years.ts";
import { EARLY_TREATMENT_AFTER_DAYS, EARLY_TREATMENT_DAYS, QUALIFIED_WINDOW_DAYS } from "../rules/limits.ts";
import { leadIsQualified } from "../rules/qualification.ts";
import { statutes } from "../rules/statutes.ts";
import { steps } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import type { SurveyInput } from "../survey.ts";
import { callOf, type SurveySnapshot } from "../visit/replay.ts";
import type { AskedValues } from "./asked-values.ts";
import { type Edge, explore, exploreBy, modelOf, type Path, type Vertex, walkDay } from "./covering.ts";
import { type LeadSettings, leadSoFar } from "./lead-so-far.ts";
import { liveReads, observed } from "./observed.ts";

/** A receiver's terms; `qualified`: which of the judged leads it takes. */
export type Taker = {
  name: string;
  terms: Terms;
  qualified: JudgedAs;
  /** Its place among those of whom one at most gets a lead. */
  inOrder: boolean;
};

/** A lead that a survey can make, as far as terms tell leads apart, and the shortest way to it. */
type Made = { said: Said; own: Said; isQualified: boolean; dqReason: string; way: () => Path };

/** Something that leads of a survey can be, with the shortest way to such a lead. */
type Found<What> = What & { way: Path };

/** What one receiver's terms let through of one survey. */
export type OfTaker = {
  name: string;
  /** Of the kinds of qualified leads that can be told apart. */
  taken: number;
  /** The conditions that some qualified lead is outside of; `isAlways`: every one, so that it can take none. */
  outside: readonly Found<{ condition: Condition; isAlways: boolean }>[];
  /** Leads that it gets though what a condition asks is not known of them, or though the visitor's own answer is outside. */
  leaks: readonly Found<{ condition: Condition; why: "not known" | "own answer" }>[];
};

export type TermsCoverage = {
  survey: string;
  /** Kinds of qualified leads that the terms can tell apart. */
  kinds: number;
  of: readonly OfTaker[];
  /** A qualified lead that nobody in the order takes. */
  unsold: Path | undefined;
};

/** Fields that a walk through a survey gives every value that terms tell apart; of others it is assumed that they are right. */
export function isWalked(field: string): boolean {
  const name = field.replace(/^raw_/, "");
  if (name === "zip_code") return false;
  return (answerFields as readonly string[]).includes(name) || walked.includes(name);
}

// biome-ignore format: names of one subject stand together
const walked = [
  ...agesOfAccident,
  "incident_date", "accident_within_last_year", "state", "variant", "dq_reason", "bad_words", "hit_and_run",
  "enough_words", "name_gibberish", "is_gibberish", "email_check", "phone_valid", "phone_active", "phone_check",
  "do_not_send_to_dq", "psf_candidate", "first_name", "last_name",
];

/** Walks every way through a survey, as far as its guards and the terms of these receivers tell ways apart. */
export function coverageOf(
  entry: SurveyEntry,
  input: SurveyInput,
  takers: readonly Taker[],
  settings: LeadSettings,
): TermsCoverage {
  const terms = takers.flatMap((taker) => taker.terms).filter(({ field }) => isWalked(field));
  const leads = leadsOf(entry, input, terms, settings);
  const qualified = leads.filter(({ isQualified }) => isQualified);
  const takes = (taker: Taker, made: Made) =>
    isJudgedAs(taker.qualified, made.isQualified) && walkedOutside(taker, made.said) === undefined;
  const order = takers.filter(({ inOrder }) => inOrder);
  const unsold = qualified.find((made) => order.every((taker) => !takes(taker, made)));
  return {
    survey: entry.variant.code,
    kinds: qualified.length,
    of: takers.map((taker) =>
      ofTaker(
        taker,
        qualified,
        leads.filter((made) => takes(taker, made)),
      ),
    ),
    unsold: order.length > 0 ? unsold?.way() : undefined,
  };
}

const walkedTerms = ({ terms }: Taker) => terms.filter(({ field }) => isWalked(field));
const walkedOutside = (taker: Taker, said: Said) => outsideOf(walkedTerms(taker), said);

function ofTaker(taker: Taker, qualified: readonly Made[], taken: readonly Made[]): OfTaker {
  const terms = walkedTerms(taker);
  const first = <What extends object>(made: Made | undefined, what: What): Found<What>[] =>
    made ? [{ ...what, way: made.way() }] : [];
  return {
    name: taker.name,
    taken: qualified.filter((made) => taken.includes(made)).length,
    outside: terms.flatMap((condition) => {
      const out = qualified.filter(({ said }) => outsideOf([condition], said));
      return first(out[0], { condition, isAlways: out.length === qualified.length });
    }),
    leaks: terms.flatMap((condition) => [
      ...first(
        taken.find(({ said }) => verdictOn(condition, said) === "unknown"),
        { condition, why: "not known" as const },
      ),
      ...first(
        taken.find(({ own }) => verdictOn(condition, own) === "fails"),
        { condition, why: "own answer" as const },
      ),
    ]),
  };
}

/** The leads that a survey can make, the nearest first, one for each kind that the terms can tell apart. */
function leadsOf(entry: SurveyEntry, input: SurveyInput, terms: Terms, settings: LeadSettings): Made[] {
  const { machine } = entry.variant;
  const seen = observed(machine);
  const model = modelOf(machine, input, valuesIn(terms));
  // What guards read is known once the chart was walked with the same values, without telling kinds apart.
  explore(model);
  const byGuards = liveReads(seen);
  const madeAt = (snapshot: SurveySnapshot) => leadSoFar(entry, snapshot.context, settings);
  const graph = exploreBy(model, (snapshot) =>
    snapshot.status === "done"
      ? byGuards(snapshot)
      : `${byGuards(snapshot)} ${kindOf(snapshot, madeAt(snapshot).record, terms, settings)}`,
  );
  const ways = waysFrom(graph.start);
  const kinds = new Map<string, Made>();
  for (const vertex of graph.vertices) {
    if (callOf(vertex.snapshot) !== "postLead") continue;
    const { record, qualified, dqReason } = madeAt(vertex.snapshot);
    const said: Said = { ...record, variant: entry.variant.code, dq_reason: dqReason };
    const own = asAnswered(said);
    const verdicts = terms.map((term) => `${verdictOn(term, said)} ${verdictOn(term, own)}`);
    const kind = [qualified, dqReason, ...verdicts].join("|");
    if (!kinds.has(kind))
      kinds.set(kind, { said, own, isQualified: qualified, dqReason, way: () => ways(vertex) });
  }
  return [...kinds.values()];
}

/** What the terms, and the judge of leads, can tell apart in a visit, now and after whatever is answered next. */
function kindOf(
  { context }: SurveySnapshot,
  record: Said,
  terms: Terms,
  { partialFaultStates }: LeadSettings,
): string {
  const own = asAnswered(record);
  const fields = new Set(terms.map(({ field }) => field.replace(/^raw_/, "")));
  const answers = [...fields].flatMap((field) =>
    chosen.has(field) && !isOfDate(field) ? context.answers[field as AnswerField] : [],
  );
  const days = Number(record.days_from_incident_date || Number.NaN);
  const { state } = context.checks.place;
  return JSON.stringify([
    terms.map((term) => [verdictOn(term, record), verdictOn(term, own)]),
    answers,
    fields.has("at_Fault") && [context.answers.partial_fault, partialFaultStates.includes(state)],
    [Math.sign(days - EARLY_TREATMENT_DAYS), days < EARLY_TREATMENT_AFTER_DAYS],
    leadIsQualified("", days, context.limits?.qualifiedDays ?? QUALIFIED_WINDOW_DAYS),
    // With the state, what it allows is settled.
    state === "" && Math.ceil(Number(record.months_from_incident_date || 0) / 12),
    yearsAllowed(state),
    [record.dq_reason, record.lead_is_qualified, context.checks.gibberish, context.cleared],
    [context.answers.with_Lawyer, context.answers.lawyer_redirect_reason],
  ]);
}

/** Fields that questions with fixed answers record. */
const chosen = new Set(
  (Object.values(steps) as Step[]).flatMap(({ options = [], fields = [] }) =>
    [...options, ...fields.flatMap((field) => field.options ?? [])].flatMap(({ records }) =>
      Object.keys(records),
    ),
  ),
);

const isOfDate = (field: string) => /^(injury_(year|month|day)|accident_date_button)$/.test(field);

/** Values on both sides of each condition, for walks to try. */
function valuesIn(terms: Terms): Partial<AskedValues> {
  const codes: string[] = statutes.map(({ code }) => code);
  const day = (text: string) => {
    const [year, month, day] = text.split("-").map(Number) as [number, number, number];
    return daysBetween({ year, month, day }, walkDay);
  };
  const states = terms.flatMap(({ field, is, not }) => {
    if (field !== "state") return [];
    const named = is ?? not ?? [];
    return [...named.slice(0, 1), ...codes.filter((code) => !named.includes(code)).slice(0, 1)];
  });
  const ages = terms.flatMap(({ field, atLeast, atMost, from, until }) => {
    const unit = field === "months_from_incident_date" ? 31 : 1;
    if (!agesOfAccident.includes(field) && field !== "incident_date") return [];
    const least = atLeast === undefined ? [] : [atLeast * unit, (atLeast - 1) * unit];
    const most = atMost === undefined ? [] : [atMost * unit, (atMost + 1) * unit];
    const first = from === undefined ? [] : [day(from), day(from) + 1];
    const last = until === undefined ? [] : [day(until), day(until) - 1];
    return [...least, ...most, ...first, ...last].filter((age) => age >= 0);
  });
  return { states, ages };
}

/** The shortest way to each vertex. */
function waysFrom(start: Vertex): (to: Vertex) => Path {
  const arrivals = new Map<Vertex, Edge | undefined>([[start, undefined]]);
  for (const [vertex] of arrivals)
    for (const edge of vertex.edges) if (!arrivals.has(edge.to)) arrivals.set(edge.to, edge);
  return (to) => {
    const way: Edge[] = [];
    for (let edge = arrivals.get(to); edge; edge = arrivals.get(edge.from)) way.unshift(edge);
    return way;
  };
}
