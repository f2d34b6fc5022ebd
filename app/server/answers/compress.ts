import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzip,
  gzipSync,
} from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";
import { parseAccept } from "hono/utils/accept";
import { remembering } from "../../../services/observe/remembering.ts";
import type { ServerEnv } from "../context.ts";

/** Fewer bytes than these fit into one packet either way. */
const least = 1024;

/**
 * For a page of 34 KB quality 3 leaves 4 % more than gzip does, in half the time. A window of 64 KB covers a whole
 * page; the usual one of 4 MB costs more to set up than to use.
 */
const brotli = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 };

/**
 * By preference. Synchronous rather than in a thread of their own: passing a page there and back takes as long as
 * compressing it.
 */
const encoders = {
  br: (body: Buffer) => brotliCompressSync(body, { params: brotli }),
  gzip: (body: Buffer) => gzipSync(body),
};
type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

/**
 * Compresses uncompressed text, in one piece: Node's web streams take several times the processor time. An answer that
 * is too long to buffer, and arrives in parts, has `no-transform`.
 */
export const compressed: MiddlewareHandler<ServerEnv> = async (c, next) => {
  await next();
  const ready = c.get("ready");
  const { res } = c;
  if (c.req.method === "HEAD" || !(ready || isPlainText(res))) return;
  res.headers.append("Vary", "Accept-Encoding");
  const accepted = c.req.header("Accept-Encoding");
  if (!ready && acceptedEncodings(accepted).length === 0) return;
  const { body, encoding } = packedAs(accepted, ready ?? (await readyOf(res)));
  if (encoding) res.headers.set("Content-Encoding", encoding);
  res.headers.set("Content-Length", String(body.length));
  // Hono merges a new answer into the one before, which wraps its body in a stream again.
  c.res = undefined;
  c.res = new Response(body, res);
  bodies.set(c.res, body);
};

/** A body that is there without its answer: to put bytes into an answer and to read them out again takes longer than to make most. */
export type Ready = {
  plain: () => Buffer<ArrayBuffer>;
  /** The same as gzip, where that costs less than to pack it. */
  gzip?: () => Buffer<ArrayBuffer>;
};

export async function readyOf(answer: Response): Promise<Ready> {
  const body = Buffer.from(await answer.arrayBuffer());
  return { plain: () => body };
}

/** A body as the browser that sent this Accept-Encoding header takes it. */
export function packedAs(
  header: string | undefined,
  { plain, gzip }: Ready,
): { body: Buffer<ArrayBuffer>; encoding?: Encoding } {
  const accepted = acceptedEncodings(header);
  if (gzip && accepted.includes("gzip")) return { body: gzip(), encoding: "gzip" };
  const body = plain();
  const [encoding] = accepted;
  return encoding === undefined || body.length < least
    ? { body }
    : { body: encoders[encoding](body), encoding };
}

/** Bodies that are there in one piece, by their answers: out of an answer they would come as a stream. */
export const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/**
 * The encodings that a browser's Accept-Encoding header allows, by preference. Browsers send one of a few values, each
 * parsed once.
 */
export function acceptedEncodings(header = ""): readonly Encoding[] {
  return remember(header, () => {
    const given = parseAccept(header);
    return encodings.filter((own) => given.some(({ type, q }) => type === own && q > 0));
  });
}

const remember = remembering<readonly Encoding[]>(100);

/** Whether an answer is text that is not compressed yet. */
export function isPlainText({ status, headers, body }: Response): boolean {
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("Content-Type") ?? "");
  const isPart = status === 206;
  return isText && !isPart && !isLong(headers) && body !== null && !headers.has("Content-Encoding");
}

function isLong(headers: Headers): boolean {
  return headers.get("Cache-Control")?.includes("no-transform") ?? false;
}

/** A part of a body, and the same as a part of a gzip stream: whole bytes without references to earlier ones. */
export type Piece = { text: Buffer; packed: Buffer };

/** Ends at a whole byte, and the next part depends on nothing before it. */
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

/** A gzip body made from pieces, none of which is compressed again. */
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

/** A body as browsers ask for it. */
export type PackedPage = Record<Encoding | "identity", Buffer>;

/** Compresses a page at once, as quickly as any other. */
export function packed(body: Buffer): PackedPage {
  return { identity: body, gzip: encoders.gzip(body), br: encoders.br(body) };
}

/** Compresses a frequently requested page as tightly as possible, in a thread of its own. */
export async function tightlyPacked({ identity }: PackedPage): Promise<PackedPage> {
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: size }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { identity, br, gzip: zipped };
}
