import { type Kind, kinds } from "./differences.ts";
import type { Tally } from "./tally.ts";

/** A limit on what an edit may change: `verdict>0.5%` of all visits, or `payload>20` visits. */
export type Gate = { kind: Kind; limit: number; isShare: boolean };

/** Reads a gate; undefined if the text is not one. */
export function readGate(text: string): Gate | undefined {
  const [, kind, limit, percent] = /^(\w+)>(\d+(?:\.\d+)?)(%?)$/.exec(text.replaceAll(" ", "")) ?? [];
  const known = kinds.find((each) => each === kind);
  return known && { kind: known, limit: Number(limit), isShare: percent === "%" };
}

/** A gate as it is written on the command line. */
export function gateText({ kind, limit, isShare }: Gate): string {
  return `${kind}>${limit}${isShare ? "%" : ""}`;
}

/**
 * True where more visits may differ than the limit allows: of a range, the upper end counts. A visit that could not be
 * walked may differ in every way; otherwise a chart that throws would pass.
 */
export function isBroken({ kind, limit, isShare }: Gate, { visits, failed, kinds: counted }: Tally): boolean {
  const atMost = counted[kind].atMost + failed;
  return isShare ? atMost > ((visits + failed) * limit) / 100 : atMost > limit;
}
