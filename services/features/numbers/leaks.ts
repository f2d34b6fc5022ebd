import { wilson } from "./statistics/exact.ts";
import type { Numbers } from "./types.ts";

/** An estimate and its 95 % interval. */
export type Estimate = { about: number; low: number; high: number };

/** What one node loses, among those that rates count. */
export type Leak = {
  node: string;
  /** Sessions that left here, and first views of this node without an answer. */
  left: number;
  looked: number;
  /** Sessions that came here and did not leave here. */
  wentOn: number;
  /** Share of those who went on that made a lead, 0 to 1; null if nobody went on. */
  conversion: Estimate | null;
  /**
   * Leads (and qualified leads) that would have been made if those who left had converted like those who went
   * on. They left for a reason, so improving this node can win back fewer.
   */
  leads: Estimate | null;
  qualified: Estimate | null;
};

/** The nodes where sessions leave, most lost leads first: a high rate of few sessions is no large leak. */
export function leaksOf({ nodes }: Pick<Numbers, "nodes">): Leak[] {
  return nodes
    .filter(({ rated: { left, looked } }) => left + looked > 0)
    .map(({ id, rated: { left: leftSessions, looked, sessions, leads, qualified } }): Leak => {
      const left = leftSessions + looked;
      const wentOn = sessions - leftSessions;
      const rate = (count: number) => (wentOn === 0 ? null : estimated(count, wentOn));
      const lost = (count: number) => (wentOn === 0 ? null : times(left, estimated(count, wentOn)));
      const conversion = rate(leads);
      return { node: id, left, looked, wentOn, conversion, leads: lost(leads), qualified: lost(qualified) };
    })
    .sort((one, other) => (other.leads?.about ?? -1) - (one.leads?.about ?? -1) || other.left - one.left);
}

function estimated(count: number, of: number): Estimate {
  const [low, high] = wilson({ count, of });
  return { about: count / of, low, high };
}

/** Scales an estimate and its interval. */
export function times(factor: number, { about, low, high }: Estimate): Estimate {
  return { about: factor * about, low: factor * low, high: factor * high };
}

/** Rounds an estimate to the two digits that it is worth; below ten to a whole number. */
export function roughly(value: number): number {
  return value < 10 ? Math.round(value) : Number(value.toPrecision(2));
}
