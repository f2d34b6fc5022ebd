import { type Kind, kinds } from "./differences.ts";
import type { Tally } from "./tally.ts";

/** A limit that an edit must keep: `verdict>0.5%`, or `payload>20` visits. */
export type Gate = { kind: Kind; limit: number; isShare: boolean };

/** Reads a gate; undefined for what is none. */
export function readGate(text: string): Gate | undefined {
  const [, kind, limit, percent] = /^(\w+)>(\d+(?:\.\d+)?)(%?)$/.exec(text.replaceAll(" ", "")) ?? [];
  const known = kinds.find((each) => each === kind);
  return known && { kind: known, limit: Number(limit), isShare: percent === "%" };
}

/** True where more visits may differ than the limit allows: a bound counts by its worse end. */
export function isBroken({ kind, limit, isShare }: Gate, { visits, kinds: counted }: Tally): boolean {
  const { atMost } = counted[kind];
  return isShare ? atMost > (visits * limit) / 100 : atMost > limit;
}
