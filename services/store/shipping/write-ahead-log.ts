import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * How far a log was read. `salts` name the log, which SQLite starts over from time to time; `sums` are the checksum of all
 * before, without which the next frame cannot be verified.
 */
export type Place = { salts: string; frames: number; sums: readonly [number, number] };

export const beginning: Place = { salts: "", frames: 0, sums: [0, 0] };

/** What transactions changed: the newest bytes of each page by its number, and how many pages the database has since. */
export type Changes = { pageSize: number; pageCount: number; pages: Map<number, Uint8Array> };

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * Reads what was committed since, as the format of SQLite's log has it (sqlite.org/fileformat2.html#walformat). A
 * transaction that is being written is left for the next time.
 * @param path of the log, which need not exist
 * @returns without `changes` when nothing was committed
 */
export function readLog(path: string, from: Place): { place: Place; changes?: Changes } {
  const bytes = bytesSince(path, from);
  if (bytes === undefined) return { place: from };
  const { header, rest, isSame } = bytes;
  if (header.length < headerBytes) return { place: beginning };
  const isLittle = (header.readUInt32BE(0) & 1) === 0;
  let sums: [number, number] = isSame ? [...from.sums] : sumsOf(header.subarray(0, 24), [0, 0], isLittle);
  if (!isSame && !isNoted(sums, header, 24)) return { place: from };
  const salts = saltsOf(header, 16);
  const pageSize = header.readUInt32BE(8);
  let place: Place = isSame ? from : { salts, frames: 0, sums };
  let changes: Changes | undefined;
  let open = new Map<number, Uint8Array>();
  const frameBytes = frameHeaderBytes + pageSize;
  for (let frame = 0; (frame + 1) * frameBytes <= rest.length; frame++) {
    const at = frame * frameBytes;
    const page = rest.subarray(at + frameHeaderBytes, at + frameBytes);
    if (saltsOf(rest, at + 8) !== salts) break;
    sums = sumsOf(page, sumsOf(rest.subarray(at, at + 8), sums, isLittle), isLittle);
    if (!isNoted(sums, rest, at + 16)) break;
    open.set(rest.readUInt32BE(at), page);
    const pageCount = rest.readUInt32BE(at + 4);
    // Only the last frame of a transaction says how large the database is.
    if (pageCount === 0) continue;
    changes = joined(changes, { pageSize, pageCount, pages: open });
    open = new Map();
    place = { salts, frames: (isSame ? from.frames : 0) + frame + 1, sums };
  }
  return changes ? { place, changes } : { place };
}

/** Both, the later ones over the earlier. */
export function joined(earlier: Changes | undefined, later: Changes | undefined): Changes | undefined {
  if (!earlier || !later) return earlier ?? later;
  for (const [number, page] of later.pages) earlier.pages.set(number, page);
  return { ...later, pages: earlier.pages };
}

/** @returns undefined where there is no log */
function bytesSince(path: string, from: Place) {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const header = slice(file, 0, headerBytes);
    const isSame = header.length === headerBytes && saltsOf(header, 16) === from.salts;
    const read = isSame ? from.frames * (frameHeaderBytes + header.readUInt32BE(8)) : 0;
    const start = headerBytes + read;
    return { header, isSame, rest: slice(file, start, Math.max(0, fstatSync(file).size - start)) };
  } finally {
    closeSync(file);
  }
}

function slice(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

const saltsOf = (bytes: Buffer, at: number) => bytes.toString("hex", at, at + 8);

const isNoted = (sums: readonly number[], bytes: Buffer, at: number) =>
  bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1];

/** SQLite's checksum, which goes on from the one before. */
function sumsOf(bytes: Uint8Array, before: readonly [number, number], isLittle: boolean): [number, number] {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, other] = before;
  for (let at = 0; at < bytes.byteLength; at += 8) {
    one = (one + words.getUint32(at, isLittle) + other) >>> 0;
    other = (other + words.getUint32(at + 4, isLittle) + one) >>> 0;
  }
  return [one, other];
}
