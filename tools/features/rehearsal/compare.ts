import { type Kind, kinds as kindsOfWhatIf } from "../../../machines/features/what-if/differences.ts";
import type { Costs, Outcome } from "./host.ts";

/** What a rehearsal sees besides what a replay does. */
const besides = ["refused", "money", "error", "delivery", "twice", "words", "calls"] as const;
export type Difference = Kind | (typeof besides)[number];
export const differences: readonly Difference[] = [...kindsOfWhatIf, ...besides];

/** What two releases did with the same people; plain numbers and names. */
export type Comparison = {
  people: number;
  /** How many people each difference concerns. */
  kinds: Record<Difference, number>;
  /** How many people there is any for. */
  differing: number;
  /** What exactly, by the difference: counts of people by a sentence's words. */
  details: Partial<Record<Difference, Record<string, number>>>;
  totals: { before: Totals; after: Totals };
};
export type Totals = {
  leads: number;
  qualified: number;
  /** In cents, by buyer and by affiliate. */
  money: Record<string, number>;
  refused: number;
  errors: number;
  undelivered: number;
  seconds: number[];
};

/** Compares person by person. Both lists have the same people in the same order. */
export function compare(before: readonly Outcome[], after: readonly Outcome[]): Comparison {
  const counted = Object.fromEntries(differences.map((kind) => [kind, 0])) as Comparison["kinds"];
  const details: Comparison["details"] = {};
  let differing = 0;
  for (const [index, was] of before.entries()) {
    const found = differencesOf(was, after[index]!);
    if (found.size > 0) differing += 1;
    for (const [kind, words] of found) {
      counted[kind] += 1;
      const list = details[kind] ?? {};
      details[kind] = list;
      for (const each of new Set(words)) list[each] = (list[each] ?? 0) + 1;
    }
  }
  const totals = { before: totalsOf(before), after: totalsOf(after) };
  return { people: before.length, kinds: counted, differing, details, totals };
}

/** How one person's visits differ, each with what exactly. */
function differencesOf(was: Outcome, is: Outcome): Map<Difference, string[]> {
  const found = new Map<Difference, string[]>();
  const note = (kind: Difference, words: string[]) => {
    if (words.length > 0) found.set(kind, words);
  };
  const [lead, now] = [was.leads[0], is.leads[0]];
  const more = is.leads.length - was.leads.length;
  note("lost", more < 0 ? [""] : []);
  note("won", more > 0 ? [""] : []);
  note("way", waysPart(was.way, is.way));
  note(
    "skips",
    stepsOf(was).filter((step) => now && !stepsOf(is).includes(step)),
  );
  note(
    "meets",
    stepsOf(is).filter((step) => !stepsOf(was).includes(step)),
  );
  note("end", was.way.at(-1) === is.way.at(-1) ? [] : [`${is.way.at(-1)} instead of ${was.way.at(-1)}`]);
  const verdicts = [verdictOf(was), verdictOf(is)];
  note("verdict", lead?.q === now?.q ? [] : [verdicts.join(" to ")]);
  note("dq_reason", (lead?.dqReason ?? "") === (now?.dqReason ?? "") ? [] : [verdicts.join(" to ")]);
  note("window", lead && now && lead.window !== now.window ? [""] : []);
  note("payload", payloadsDiffer(was, is));
  note("refused", moreIn(was.refused, is.refused));
  note("money", centsDiffer(was.money, is.money));
  note("error", moreIn(was.errors, is.errors));
  note("delivery", moreIn(was.undelivered, is.undelivered));
  note("twice", moreIn(twice(was), twice(is)));
  const places = Object.keys(was.words).filter(
    (place) => (is.words[place] ?? was.words[place]) !== was.words[place],
  );
  note("words", places);
  const services = [...new Set([...Object.keys(was.calls), ...Object.keys(is.calls)])].sort();
  const called = services.filter((name) => was.calls[name] !== is.calls[name]);
  note(
    "calls",
    called.map((name) => `${name} ${is.calls[name] ?? 0} times instead of ${was.calls[name] ?? 0}`),
  );
  return found;
}

/** Where the ways of one person first part. */
function waysPart(was: readonly string[], is: readonly string[]): string[] {
  const at = Math.max(was.length, is.length);
  for (let index = 0; index < at; index++) {
    if (was[index] === is[index]) continue;
    const before = index === 0 ? "at the start" : `after ${was[index - 1]}`;
    return [`${before} ${is[index] ?? "nothing"} instead of ${was[index] ?? "nothing"}`];
  }
  return [];
}

/** The questions of a way, without where it ended and what was odd about it. */
const stepsOf = ({ way }: Outcome) => [...new Set(way.slice(0, -1).filter((place) => !/[ /]/.test(place)))];

function verdictOf({ leads: [lead] }: Outcome): string {
  if (!lead) return "no lead";
  return lead.q === "y" ? "qualified" : `not qualified${lead.dqReason && ` (${lead.dqReason})`}`;
}

/** Receivers' fields that differ, as `receiver field`; `receiver` alone where only one release sent it anything. */
function payloadsDiffer(was: Outcome, is: Outcome): string[] {
  const names = [...new Set([...was.received, ...is.received].map(({ receiver }) => receiver))].sort();
  return names.flatMap((name) => {
    const [one, other] = [was, is].map(({ received }) => received.find(({ receiver }) => receiver === name));
    if (!one || !other) return [name];
    const [before, after] = [flat(one.fields), flat(other.fields)];
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return fields.filter((field) => before[field] !== after[field]).map((field) => `${name} ${field}`);
  });
}

/** Fields by their last name, without what is new at each run: ids, and times of day. */
function flat(value: unknown, name = "", into: Record<string, string> = {}): Record<string, string> {
  if (value !== null && typeof value === "object")
    for (const [key, each] of Object.entries(value)) flat(each, key, into);
  else into[name] = masked(String(value));
  return into;
}

const masked = (text: string) =>
  text
    .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "an id")
    .replace(/\b[\da-f]{24,}\b/g, "an id")
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?/g, "a time")
    .replace(/\b1[78]\d{8}(?:\d{3})?\b/g, "a time");

function centsDiffer(was: Record<string, number>, is: Record<string, number>): string[] {
  const parties = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return parties.filter((party) => was[party] !== is[party]).map((party) => `of ${party}`);
}

/** Receivers that got one message more than once. */
const twice = ({ received }: Outcome) => {
  const counts = new Map<string, number>();
  for (const { receiver, times } of received) counts.set(receiver, (counts.get(receiver) ?? 0) + times);
  return [...counts].flatMap(([name, count]) => Array.from({ length: count - 1 }, () => name));
};

/** What occurs more often in one of the lists than in the other. */
function moreIn(was: readonly string[], is: readonly string[]): string[] {
  const names = [...new Set([...was, ...is])].sort();
  const times = (list: readonly string[], name: string) => list.filter((each) => each === name).length;
  return names.flatMap((name) => {
    const more = times(is, name) - times(was, name);
    return more === 0 ? [] : [more > 0 ? name : `no longer ${name}`];
  });
}

function totalsOf(outcomes: readonly Outcome[]): Totals {
  const money: Record<string, number> = {};
  for (const each of outcomes)
    for (const [buyer, cents] of Object.entries(each.money)) money[buyer] = (money[buyer] ?? 0) + cents;
  const count = (of: (each: Outcome) => number) => outcomes.reduce((sum, each) => sum + of(each), 0);
  return {
    leads: count(({ leads }) => leads.length),
    qualified: count(({ leads }) => leads.filter(({ q }) => q === "y").length),
    money,
    refused: count(({ refused }) => refused.length),
    errors: count(({ errors }) => errors.length),
    undelivered: count(({ undelivered }) => undelivered.length),
    seconds: outcomes.map(({ seconds }) => seconds),
  };
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

/** So many answers of a kind say how long one takes; so many times as long, and so much longer, is slower. */
const [enough, times, moreMs] = [20, 2, 5];

/** What takes much longer than before: what no noise of a machine explains. */
export function slower(before: Costs, after: Costs): { what: string; before: number; after: number }[] {
  return Object.keys(after).flatMap((what) => {
    const [was = [], is = []] = [before[what], after[what]];
    if (Math.min(was.length, is.length) < enough) return [];
    const [one, other] = [median(was), median(is)];
    return other > one * times && other > one + moreMs ? [{ what, before: one, after: other }] : [];
  });
}
