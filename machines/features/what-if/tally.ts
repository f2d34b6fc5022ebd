import { maskedScenario } from "../../model/masked.ts";
import { writeScenario } from "../../model/setup.ts";
import type { LogEntry } from "../../visit/log.ts";
import type { Compared, Comparison } from "./comparison.ts";
import { type Kind, kinds } from "./differences.ts";
import { type Recording, recordingIn } from "./walks.ts";
import type { Verdict } from "./world.ts";

/** A visit that differs: its id, and the simulator's query at the point where its ways part. */
export type Sample = { visit: string; simulate: string };

/** The effects of an edit, counted over visits; plain data, so that a later run can resume it. */
export type Tally = {
  visits: number;
  /** Visits that could not be walked through the charts. */
  failed: number;
  /** Visits that are left out, because they were recorded under another version of the chart than the one before the edit. */
  otherVersion: number;
  /** Bounds on the number of visits that differ, for each kind of difference. */
  kinds: Record<Kind, { atLeast: number; atMost: number; samples: Sample[] }>;
  /** Verdicts that certainly change, by `qualified to not qualified (dq_reason)`. */
  turns: Record<string, number>;
  skipped: Record<string, number>;
  met: Record<string, number>;
  fields: Record<string, number>;
  /** Visits along each edge of the drawn chart: before the edit, and after it as far as that is certain. */
  flow: Record<string, [before: number, after: number]>;
};

export function emptyTally(): Tally {
  const none = () => ({ atLeast: 0, atMost: 0, samples: [] });
  return {
    visits: 0,
    failed: 0,
    otherVersion: 0,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, none()])) as unknown as Tally["kinds"],
    turns: {},
    skipped: {},
    met: {},
    fields: {},
    flow: {},
  };
}

/** Samples that are listed for each kind. */
const maxSamples = 20;

/**
 * A visit on record. `isLead`: whether it made a lead, whatever a chart concludes from its log; undefined where only
 * the log shows it.
 */
export type RecordedVisit = { id: string; log: readonly LogEntry[]; isLead?: boolean };

/** Counts one more visit. @throws whatever a chart throws on a log that it cannot read */
export function addVisit(tally: Tally, comparison: Comparison, visit: RecordedVisit): void {
  const recording = recordingIn(visit.log);
  const compared = comparison.of(recording);
  if (!isOnRecord(compared, recording, visit)) {
    tally.otherVersion += 1;
    return;
  }
  const { leads, judged } = compared;
  const { differences, flow } = compared.ways;
  const found = { ...differences, ...leads };
  const sampled = kinds.filter(
    (kind) => found[kind].possible && tally.kinds[kind].samples.length < maxSamples,
  );
  // Whatever may throw comes before the first count, so that no visit is counted in part.
  const simulate = sampled.length > 0 ? addressOf(comparison, recording, compared) : "";
  const isTurn = leads.verdict.certain || (judged.only && leads.dq_reason.certain);
  const turn =
    isTurn && `${inWords(judged.before())} to ${judged.only ? inWords(judged.only()) : "something else"}`;
  tally.visits += 1;
  for (const kind of kinds) {
    if (found[kind].certain) tally.kinds[kind].atLeast += 1;
    if (found[kind].possible) tally.kinds[kind].atMost += 1;
  }
  for (const kind of sampled) tally.kinds[kind].samples.push({ visit: visit.id, simulate });
  if (turn) count(tally.turns, turn);
  for (const step of differences.skipped) count(tally.skipped, step);
  for (const step of differences.met) count(tally.met, step);
  for (const field of leads.fields) count(tally.fields, field);
  for (const side of [0, 1] as const) {
    for (const edge of flow[side]) {
      tally.flow[edge] ??= [0, 0];
      tally.flow[edge][side] += 1;
    }
  }
}

/**
 * True where the chart before the edit leads a visit along its recorded questions, to its recorded lead. The record is
 * what happened: a chart that disagrees is of another version, and cannot show what the edit changes.
 */
function isOnRecord(
  { ways: { before } }: Compared,
  { trail, outcomes }: Recording,
  { isLead = outcomes.has("postLead") }: RecordedVisit,
): boolean {
  // A question that a check asked again is in the record once.
  const asked = [...new Set(before.asked)];
  return before.isPosted === isLead && trail.every((step, at) => step === asked[at]);
}

/** Adds the counts of later visits; the samples stay the first ones. */
export function addTally(tally: Tally, more: Tally): void {
  tally.visits += more.visits;
  tally.failed += more.failed;
  tally.otherVersion += more.otherVersion;
  for (const kind of kinds) {
    const [sum, counted] = [tally.kinds[kind], more.kinds[kind]];
    sum.atLeast += counted.atLeast;
    sum.atMost += counted.atMost;
    sum.samples.push(...counted.samples.slice(0, maxSamples - sum.samples.length));
  }
  for (const name of ["turns", "skipped", "met", "fields"] as const)
    for (const [each, number] of Object.entries(more[name])) count(tally[name], each, number);
  for (const [edge, [before, after]] of Object.entries(more.flow)) {
    const [was, is] = tally.flow[edge] ?? [0, 0];
    tally.flow[edge] = [was + before, is + after];
  }
}

function inWords(verdict: Verdict | null): string {
  if (!verdict) return "no lead";
  return verdict.q === "y" ? "qualified" : `not qualified${verdict.dqReason && ` (${verdict.dqReason})`}`;
}

function count(counts: Record<string, number>, name: string, number = 1): void {
  counts[name] = (counts[name] ?? 0) + number;
}

/** The simulator's query at the point where a visit's ways part, with nothing in it that identifies the visitor. */
function addressOf(
  { worlds: { before: world }, settings }: Comparison,
  recording: Recording,
  { ways, moves }: Compared,
): string {
  const today = [...recording.answers.values()].findLast((each) => each.today)?.today;
  const way = { moves: moves(), steps: ways.before.asked, today };
  const entry = world.entryAt(recording.arrival);
  return writeScenario(
    maskedScenario(entry, recording, way, { settings, question: world.question }),
  ).toString();
}
