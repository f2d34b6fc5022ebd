import { dayNumber } from "../days.ts";
import { readFlags } from "../source.ts";
import { type DataKind, type Dimension, dimensions, type Filters, results, settleMs } from "../types.ts";
import type { Dictionary } from "./column.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sources } from "./sources.ts";
import type { Traces } from "./traces.ts";

/** Filters as look-ups by number, 1 for what passes. */
export type Conditions = {
  /** By source: 0 for another variant's or other data, 1 for one that is filtered out, 2 for one that passes. */
  source: Uint8Array;
  /** By trace; null where all pass. */
  trace: Uint8Array | null;
  result: Uint8Array;
  /** Open sessions that did something since are under way; minutes since 1970. */
  settledMinute: number;
  dqReason: Uint8Array;
  firstDay: number;
  lastDay: number;
  /** Nothing is asked that is not known of a visitor who has only looked. */
  canBeViews: boolean;
};

/** What nobody knows of such a visitor, or keeps. */
const notOfViews = ["scripts", "subId", "result", "dqReason", "with", "without", "endingAt"] as const;

/** True where a visitor's value of a dimension is kept who has only looked. */
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
  return {
    source: passingSources(sources, variant, data, filters),
    trace: passingTraces(traces, filters),
    result: Uint8Array.from(results, (name) => Number(passes(result, name))),
    settledMinute: Math.max(0, Math.floor((asOf - settleMs) / 60_000)),
    dqReason: Uint8Array.from({ length: 256 }, (_, reason) =>
      Number(passes(dqReason, reasons.texts[reason] ?? "")),
    ),
    firstDay: from ? dayNumber(from) : 0,
    lastDay: to ? dayNumber(to) : Number.POSITIVE_INFINITY,
    canBeViews: notOfViews.every((name) => (filters[name]?.length ?? 0) === 0),
  };
}

/** An empty list is no condition. */
function passes(wanted: readonly string[] | undefined, value: string): boolean {
  return !wanted || wanted.length === 0 || wanted.includes(value);
}

function passingSources(sources: Sources, variant: string, data: DataKind, filters: Filters): Uint8Array {
  const passing = new Uint8Array(sources.count);
  const ofVariant = sources.variants.find(variant);
  if (ofVariant === undefined) return passing;
  const asked = dimensions.flatMap((name) => {
    const wanted = filters[name];
    if (!wanted || wanted.length === 0) return [];
    return [{ of: sources.valueOf[name].values, passing: lookUp(sources.values[name], wanted) }];
  });
  const flags = passingFlags(sources, filters);
  for (let source = 0; source < sources.count; source++) {
    if (sources.variant.values[source] !== ofVariant) continue;
    const isSimulated = sources.simulated.values[source] === 1;
    if (data !== "both" && isSimulated !== (data === "simulated")) continue;
    const all = asked.every(({ of, passing: values }) => values[of[source]!] === 1);
    passing[source] = all && flags[sources.flags.values[source]!] === 1 ? 2 : 1;
  }
  return passing;
}

function lookUp(values: Dictionary, wanted: readonly string[]): Uint8Array {
  const set = new Set(wanted);
  return Uint8Array.from(values.texts, (text) => Number(set.has(text)));
}

function passingFlags({ flagTexts }: Sources, { flags = {} }: Filters): Uint8Array {
  const asked = Object.entries(flags);
  return Uint8Array.from(flagTexts.texts, (text) => {
    const known = readFlags(text);
    return Number(asked.every(([name, wanted]) => passes(wanted, known[name] ?? "")));
  });
}

function passingTraces(traces: Traces, filters: Filters): Uint8Array | null {
  const { with: wanted = [], without: unwanted = [], endingAt = [] } = filters;
  if (wanted.length + unwanted.length + endingAt.length === 0) return null;
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

/** By link: 1 where it leads to the node of that id, or is the edge of that id; every link is of one that began. */
function moveTest({ links, nodes, start }: Traces, id: string): Uint8Array {
  return Uint8Array.from(links, ({ kind, from, to }) => {
    const isEdge = kind === "edge" && `${nodes.texts[from]}->${nodes.texts[to]}` === id;
    return Number(isEdge || nodes.texts[to] === id || nodes.texts[start] === id);
  });
}
