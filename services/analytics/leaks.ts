import { wilson } from "../statistics/exact.ts";
import type { Numbers } from "./types.ts";

/** About so many, and the 95 % interval. */
export type Estimate = { about: number; low: number; high: number };

/** What one place loses. */
export type Leak = {
  node: string;
  /** Sessions that left here, and visitors who only looked at it. */
  left: number;
  looked: number;
  /** Settled sessions that came here and did not leave here. */
  wentOn: number;
  /** Of those, the ones with a lead, 0 to 1; null where nobody went on. */
  conversion: Estimate | null;
  /**
   * Leads (and the qualified among them) that those who left would have made as often as those who went on. They left for
   * a reason, so this is more than a better place could win.
   */
  leads: Estimate | null;
  qualified: Estimate | null;
};

/** The places at which sessions leave, the one that costs most leads first: a high rate among few is no large leak. */
export function leaksOf({ nodes }: Pick<Numbers, "nodes">): Leak[] {
  return nodes
    .filter(({ left, looked }) => left + looked > 0)
    .map(({ id, left: leftSessions, looked, settled, leads, qualified }): Leak => {
      const left = leftSessions + looked;
      const wentOn = Math.max(0, settled - leftSessions);
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

/** Every part of an estimate as often. */
export function times(factor: number, { about, low, high }: Estimate): Estimate {
  return { about: factor * about, low: factor * low, high: factor * high };
}

/** A number to two digits, below ten to a whole one: an estimate says no more than it knows. */
export function roughly(value: number): number {
  return value < 10 ? Math.round(value) : Number(value.toPrecision(2));
}
