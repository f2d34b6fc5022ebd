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
