import { randomFillSync } from "node:crypto";

const drawn = Buffer.alloc(4096);
let given = drawn.length;

/**
 * Random bytes of the system, for ids and the like. Many are drawn at once: a draw takes longer than all else that an id
 * needs. None is given twice, and none is kept.
 */
export function randomBytes(count: number): Buffer {
  if (given + count > drawn.length) {
    randomFillSync(drawn);
    given = 0;
  }
  const bytes = Buffer.from(drawn.subarray(given, given + count));
  drawn.fill(0, given, given + count);
  given += count;
  return bytes;
}

/** A UUID of version 7: its first 48 bits are the time in epoch milliseconds, so that ids sort by time. */
export function uuid7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  // A pattern would take longer than all of the above.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @returns when an id of ours was made, epoch milliseconds */
export function timeOf(uuid7: string): number {
  return Number.parseInt(uuid7.replaceAll("-", "").slice(0, 12), 16);
}
