import { results } from "../../../analytics/session.ts";
import { readFlags } from "../../../analytics/source.ts";
import { dayNumber } from "../../../calendar/days.ts";
import {
  type DataKind,
  type Dimension,
  dimensions,
  type Exceptable,
  type Filters,
  type Pace,
} from "../types.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sources } from "./sources.ts";
import { type Bounds, countedUntil } from "./standing.ts";
import type { Traces } from "./traces.ts";

/** Filters as look-up tables by number: 1 for what passes. */
export type Conditions = Bounds & {
  source: Uint8Array;
  trace: Uint8Array;
  result: Uint8Array;
  /** By speed and result, at `isFast * width + result`. */
  pace: Uint8Array;
  dqReason: Uint8Array;
  firstDay: number;
  lastDay: number;
  /** The other conditions on the visits that are set apart for their speed; undefined where none are to be. */
  setApart?: Conditions;
  /** False if a filter asks for something that is unknown, or not kept, of a first view. */
  canBeViews: boolean;
};

/** Days are stored in two bytes. */
const maxDay = 0xffff;

/** What is unknown, or not kept, about a first view. */
const notOfViews = [
  "scripts",
  "campaign",
  "adSet",
  "subId",
  "result",
  "dqReason",
  "with",
  "without",
  "endingAt",
] as const;

/** True if the values of a dimension are known for first views. */
export function isOfViews(name: Dimension): boolean {
  return !(notOfViews as readonly string[]).includes(name);
}

export function conditionsOf(
  { sources, traces, reasons }: SessionIndex,
  variant: string,
  data: DataKind,
  filters: Filters,
  asOf: number,
): Conditions {
  const { from, to, result, dqReason } = filters;
  const { minute, hour } = countedUntil(asOf);
  const conditions: Conditions = {
    source: passingSources(sources, variant, data, filters),
    trace: passingTraces(traces, filters),
    result: Uint8Array.from(results, (name) => Number(passes(filters, "result", result, name))),
    pace: passingPaces(filters.pace),
    // Open sessions with any activity after this are under way.
    settledMinute: minute,
    settledHour: hour,
    dqReason: Uint8Array.from({ length: 256 }, (_, reason) =>
      Number(passes(filters, "dqReason", dqReason, reasons.texts[reason] ?? "")),
    ),
    firstDay: from ? dayNumber(from) : 0,
    lastDay: to ? dayNumber(to) : maxDay,
    canBeViews: filters.pace !== "fast" && notOfViews.every((name) => (filters[name]?.length ?? 0) === 0),
  };
  if (filters.pace === "people")
    conditions.setApart = { ...conditions, pace: conditions.pace.map((passes) => 1 - passes) };
  return conditions;
}

/** A session has to pass both conditions. */
export function both(one: Conditions, other: Conditions): Conditions {
  // A comparison of two groups does not ask for their views.
  const and = (name: "source" | "trace" | "result" | "pace" | "dqReason") =>
    one[name].map((passes, at) => passes & other[name][at]!);
  return {
    source: and("source"),
    trace: and("trace"),
    result: and("result"),
    pace: and("pace"),
    dqReason: and("dqReason"),
    settledMinute: Math.min(one.settledMinute, other.settledMinute),
    settledHour: Math.min(one.settledHour, other.settledHour),
    firstDay: Math.max(one.firstDay, other.firstDay),
    lastDay: Math.min(one.lastDay, other.lastDay),
    canBeViews: one.canBeViews && other.canBeViews,
  };
}

const leads: readonly string[] = ["qualified", "disqualified"];

function passingPaces(pace: Pace | undefined): Uint8Array {
  const ofSpeed = (isFast: boolean) =>
    results.map((result) => {
      if (pace === undefined) return 1;
      return Number(pace === "fast" ? isFast : !isFast || leads.includes(result));
    });
  return Uint8Array.from([...ofSpeed(false), ...ofSpeed(true)]);
}

/** An empty list lets everything pass. */
function passes(
  { except }: Filters,
  name: Exceptable,
  wanted: readonly string[] | undefined,
  value: string,
): boolean {
  if (!wanted || wanted.length === 0) return true;
  return wanted.includes(value) !== isExcept(except, name);
}

/** True if the values of a condition exclude. */
export function isExcept(except: Filters["except"], name: Exceptable): boolean {
  return except?.includes(name) ?? false;
}

function passingSources(sources: Sources, variant: string, data: DataKind, filters: Filters): Uint8Array {
  const passing = new Uint8Array(sources.count);
  const asked = dimensions.flatMap((name) => {
    const wanted = filters[name];
    if (!wanted || wanted.length === 0) return [];
    const passing = Uint8Array.from(sources.values[name].texts, (text) =>
      Number(passes(filters, name, wanted, text)),
    );
    return [{ of: sources.valueOf[name].values, passing }];
  });
  const flags = passingFlags(sources, filters);
  for (const source of sources.numbers(data, variant)) {
    const all = asked.every(({ of, passing: values }) => values[of[source]!] === 1);
    if (all && flags[sources.flags.values[source]!] === 1) passing[source] = 1;
  }
  return passing;
}

function passingFlags({ flagTexts }: Sources, filters: Filters): Uint8Array {
  const { flags = {} } = filters;
  const asked = Object.entries(flags);
  return Uint8Array.from(flagTexts.texts, (text) => {
    const known = readFlags(text);
    return Number(
      asked.every(([name, wanted]) => passes(filters, `flag.${name}`, wanted, known[name] ?? "")),
    );
  });
}

function passingTraces(traces: Traces, filters: Filters): Uint8Array {
  const { with: wanted = [], without: unwanted = [], endingAt = [] } = filters;
  if (wanted.length + unwanted.length + endingAt.length === 0) return new Uint8Array(traces.count).fill(1);
  const tests = wanted.map((id) => moveTest(traces, id));
  const unwantedTests = unwanted.map((id) => moveTest(traces, id));
  const ends = new Set(endingAt.map((id) => traces.nodes.find(id)));
  const { moves, moveStart, place } = traces;
  const passing = new Uint8Array(traces.count);
  for (let trace = 0; trace < traces.count; trace++) {
    const [first, end] = [moveStart.values[trace]!, moveStart.values[trace + 1]!];
    const passed = (test: Uint8Array) => {
      for (let at = first; at < end; at++) if (test[moves.values[at]!] === 1) return true;
      return false;
    };
    const isAtEnd = endingAt.length === 0 || ends.has(place.values[trace]!);
    passing[trace] = Number(isAtEnd && tests.every(passed) && !unwantedTests.some(passed));
  }
  return passing;
}

/** By link: 1 if it leads to the node with this id or is the edge with this id. Every link has passed the start. */
function moveTest({ links, nodes, start }: Traces, id: string): Uint8Array {
  return Uint8Array.from(links, ({ kind, from, to }) => {
    const isEdge = kind === "edge" && `${nodes.texts[from]}->${nodes.texts[to]}` === id;
    return Number(isEdge || nodes.texts[to] === id || nodes.texts[start] === id);
  });
}
