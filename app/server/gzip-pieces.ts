import { constants, crc32, deflateRawSync } from "node:zlib";

/** A part of a body, and the same as a part of a gzip stream: whole bytes that refer to nothing before them. */
export type Piece = { text: Buffer; packed: Buffer };

/** Ends at a whole byte, and the next part needs nothing of this one. */
const finishFlush = constants.Z_FULL_FLUSH;
const quick = {
  finishFlush,
  level: constants.Z_BEST_SPEED,
  windowBits: 12,
  memLevel: 5,
  chunkSize: 4096,
};
/** An id, no name, no time (RFC 1952). */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A last block without anything in it, the checksum and the length. */
const [lastBlock, endBytes] = [[3, 0], 10];
/** Longest block that is not compressed. */
const longestStored = 0xffff;

/** A piece that is kept. */
export function plain(from: string): Piece {
  const text = Buffer.from(from);
  return { text, packed: deflateRawSync(text, { finishFlush }) };
}

/** A piece that is used once. Room for a window that a short text does not fill takes longer to make than the text to pack. */
export function deflated(from: string): Piece {
  const text = Buffer.from(from);
  return { text, packed: deflateRawSync(text, quick) };
}

/** A short piece of random text, which cannot be compressed. */
export function stored(from: string): Piece {
  const text = Buffer.from(from);
  if (text.length > longestStored) return deflated(from);
  const block = Buffer.alloc(5);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & longestStored, 3);
  return { text, packed: Buffer.concat([block, text]) };
}

/** One gzip body of pieces, none of which is compressed again. */
export function gzipOf(pieces: readonly Piece[]): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(endBytes);
  end.set(lastBlock);
  end.writeUInt32LE(
    pieces.reduce((sum, { text }) => crc32(text, sum), 0),
    2,
  );
  end.writeUInt32LE(
    pieces.reduce((length, { text }) => length + text.length, 0),
    6,
  );
  return Buffer.concat([head, ...pieces.map(({ packed }) => packed), end]);
}
