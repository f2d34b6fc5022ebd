import type { Ending, Endings } from "./endings.ts";

/** In what a visit can differ once its chart or rules are edited. */
export const kinds = ["way", "skips", "meets", "end", "verdict", "dq_reason", "window", "payload"] as const;
export type Kind = (typeof kinds)[number];

/** `certain`: in every way the visit can take; `possible`: in at least one. */
export type Differing = Record<Kind, { certain: boolean; possible: boolean }> & {
  /** How many moves all ways share with the recorded one: the visit parts there. */
  fork: number;
  /** Fields of payloads that differ in every way. */
  fields: string[];
  skipped: string[];
  met: string[];
};

/** What becomes of a visit through the edited chart, beside what becomes of it through the one before. */
export function differing(before: Ending, { endings, isWhole }: Endings): Differing {
  const each = endings.map((after) => kindsOf(before, after));
  const of = (kind: Kind) => ({
    certain: isWhole && each.every((found) => found[kind]),
    possible: !isWhole || each.some((found) => found[kind]),
  });
  const all = Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<
    Kind,
    ReturnType<typeof of>
  >;
  const shared = endings.map(({ way }) => sharedLength(before.way, way));
  const everywhere = (lists: readonly (readonly string[])[]) =>
    (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  return {
    ...all,
    fork: Math.max(0, Math.min(...shared) - 1),
    fields: everywhere(endings.map((after) => fieldsOf(before, after))),
    skipped: everywhere(endings.map((after) => skippedOf(before, after))),
    met: everywhere(endings.map(({ unanswered }) => unanswered)),
  };
}

function kindsOf(before: Ending, after: Ending): Record<Kind, boolean> {
  const [was, is] = [before.verdict, after.verdict];
  return {
    way: before.way.join() !== after.way.join(),
    skips: skippedOf(before, after).length > 0,
    meets: after.unanswered.length > 0,
    end: before.way.at(-1) !== after.way.at(-1),
    verdict: was?.q !== is?.q,
    dq_reason: (was?.dqReason ?? "") !== (is?.dqReason ?? ""),
    // Of leads only: that there is none any more is the verdict's.
    window: was !== null && is !== null && was.window !== is.window,
    payload: fieldsOf(before, after).length > 0,
  };
}

/** Questions that are no longer asked although the visitor comes as far as before. */
function skippedOf(before: Ending, after: Ending): string[] {
  if (after.unanswered.length > 0) return [];
  return before.asked.filter((step) => !after.asked.includes(step));
}

function fieldsOf({ verdict: was }: Ending, { verdict: is }: Ending): string[] {
  if (!was || !is) return [];
  const names = new Set([...Object.keys(was.payload), ...Object.keys(is.payload)]);
  return [...names].filter((name) => was.payload[name] !== is.payload[name]);
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const parts = one.findIndex((place, index) => place !== other[index]);
  return parts < 0 ? one.length : parts;
}
