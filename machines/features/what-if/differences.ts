import type { LeadRecord } from "../../lead/lead.ts";
import { isSame } from "../../visit/replay.ts";
import type { Ending, Endings } from "./endings.ts";
import type { Verdict } from "./world.ts";

/** The ways in which a visit can differ once its chart or rules are edited. */
export const kinds = [
  "lost",
  "won",
  "way",
  "skips",
  "meets",
  "end",
  "verdict",
  "dq_reason",
  "window",
  "payload",
] as const;
export type Kind = (typeof kinds)[number];

/** `certain`: in every way the visit can take; `possible`: in at least one. */
export type Bound = { certain: boolean; possible: boolean };

const [ofWays, ofLeads] = [
  ["way", "skips", "meets", "end"],
  ["lost", "won", "verdict", "dq_reason", "window", "payload"],
] as const;
type OfWay = (typeof ofWays)[number];
type OfLead = (typeof ofLeads)[number];

export type WayDifferences = Record<OfWay, Bound> & {
  /** How many moves all ways share with the recorded one, up to where the visit parts from it. */
  fork: number;
  /** Questions that every way skips, and those that every way meets. */
  skipped: string[];
  met: string[];
};

/** Compares a visit's possible ways through the edited chart with its way before. */
export function wayDifferences(before: Ending, { endings, isWhole }: Endings): WayDifferences {
  const found = (kind: OfWay) => endings.map((after) => differsInWay[kind](before, after));
  const bound = (kind: OfWay): Bound => ({
    certain: isWhole && found(kind).every(Boolean),
    possible: !isWhole || found(kind).some(Boolean),
  });
  const everywhere = (lists: readonly (readonly string[])[]) =>
    isWhole ? lists[0]!.filter((name) => lists.every((list) => list.includes(name))) : [];
  const [way, skips, meets, end] = ofWays.map(bound) as [Bound, Bound, Bound, Bound];
  return {
    way,
    skips,
    meets,
    end,
    fork: Math.max(0, Math.min(...endings.map((after) => sharedLength(before.way, after.way))) - 1),
    skipped: everywhere(endings.map((after) => skippedOf(before, after))),
    met: everywhere(endings.map(({ unanswered }) => unanswered)),
  };
}

const differsInWay: Record<OfWay, (before: Ending, after: Ending) => boolean> = {
  way: (before, after) => before.way.join() !== after.way.join(),
  skips: (before, after) => skippedOf(before, after).length > 0,
  meets: (_, after) => after.unanswered.length > 0,
  end: (before, after) => before.way.at(-1) !== after.way.at(-1),
};

/** Returns the verdict on a lead, computed on the first call; null where there is no lead. */
export type Judge = () => Verdict | null;

/** `fields`: the payload fields that differ whichever way the visit takes. */
export type LeadDifferences = Record<OfLead, Bound> & { fields: string[] };

/**
 * Compares the leads at the end of all possible ways with the lead before. Stops once further verdicts cannot change the
 * result.
 * @param after one judge for each way; the same function as `before` where the lead is known to be the same
 */
export function leadDifferences(
  before: Judge,
  after: readonly Judge[],
  { isWhole }: Pick<Endings, "isWhole">,
): LeadDifferences {
  const bound = (): Bound => ({ certain: isWhole, possible: !isWhole });
  const bounds = {
    lost: bound(),
    won: bound(),
    verdict: bound(),
    dq_reason: bound(),
    window: bound(),
    payload: bound(),
  };
  let fields: string[] | undefined;
  for (const judge of isWhole ? after : []) {
    const [was, is] = judge === before ? [null, null] : [before(), judge()];
    const differing = fieldsOf(was, is);
    fields = fields?.filter((name) => differing.includes(name)) ?? differing;
    note(bounds.lost, was !== null && is === null);
    note(bounds.won, was === null && is !== null);
    note(bounds.verdict, was?.q !== is?.q);
    note(bounds.dq_reason, (was?.dqReason ?? "") !== (is?.dqReason ?? ""));
    // Only leads are compared here: a lead that is gone counts as a changed verdict.
    note(bounds.window, was !== null && is !== null && was.window !== is.window);
    // A payload that is not sent any more, or for the first time, is another one.
    note(bounds.payload, differing.length > 0 || (was === null) !== (is === null));
    const isDecided = Object.values(bounds).every(({ certain, possible }) => !certain && possible);
    if (isDecided && fields.length === 0) break;
  }
  return { ...bounds, fields: fields ?? [] };
}

function note(bound: Bound, differs: boolean): void {
  bound.certain &&= differs;
  bound.possible ||= differs;
}

/** Questions that are no longer asked although every question on the new way has an answer. */
function skippedOf(before: Ending, after: Ending): string[] {
  if (after.unanswered.length > 0) return [];
  return before.asked.filter((step) => !after.asked.includes(step));
}

/** Payload fields that differ, as `destination field`. A destination gets at most one payload for a lead. */
function fieldsOf(was: Verdict | null, is: Verdict | null): string[] {
  if (!was || !is) return [];
  const at = ({ payloads }: Verdict, name: string) =>
    payloads.find(({ destination }) => destination === name);
  const gone = was.payloads.filter(({ destination }) => !at(is, destination));
  return [
    ...is.payloads.flatMap((now) =>
      differing(at(was, now.destination)?.payload, now.payload, now.destination),
    ),
    ...gone.flatMap(({ destination, payload }) => differing(payload, undefined, destination)),
  ];
}

function differing(one: LeadRecord = {}, other: LeadRecord = {}, destination: string): string[] {
  const names: string[] = [];
  // Nearly all payloads are the same, so nothing is allocated for equal fields.
  for (const name in one) if (!isSame(one[name], other[name])) names.push(`${destination} ${name}`);
  for (const name in other) if (!(name in one)) names.push(`${destination} ${name}`);
  return names;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const parts = one.findIndex((place, index) => place !== other[index]);
  return parts < 0 ? one.length : parts;
}
