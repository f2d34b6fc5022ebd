import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";
import { parseAccept } from "hono/utils/accept";
import type { ServerEnv } from "./server-env.ts";

/** Fewer bytes than these fit into one packet either way. */
const least = 1024;

/**
 * Of a page of 34 KB quality 3 leaves 4 % more than gzip does, in half the time. A window of 64 KB sees a whole page;
 * the usual one of 4 MB costs more to set up than to use.
 */
const brotli = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** By preference. At once, not in a thread of their own: handing a page over and back takes as long as packing it. */
export const encoders = {
  br: (body: Buffer) => brotliCompressSync(body, { params: brotli }),
  gzip: (body: Buffer) => gzipSync(body),
};
export type Encoding = keyof typeof encoders;
const encodings = Object.keys(encoders) as Encoding[];

/**
 * Compresses text that is not compressed yet, in one piece: Node's web streams take several times the processor time.
 * An answer that is too long to be held whole, and arrives in parts, says `no-transform`.
 */
export const compressed: MiddlewareHandler<ServerEnv> = async (c, next) => {
  await next();
  if (c.req.method === "HEAD" || !isPlainText(c.res)) return;
  c.res.headers.append("Vary", "Accept-Encoding");
  const accepted = acceptedEncodings(c.req.header("Accept-Encoding"));
  const gzip = accepted.includes("gzip") ? c.get("gzip") : undefined;
  const encoding = gzip ? "gzip" : accepted[0];
  if (!encoding) return;
  const { res } = c;
  const body = gzip ? undefined : Buffer.from(await res.arrayBuffer());
  const packed = body ? (body.length < least ? body : encoders[encoding](body)) : gzip!();
  if (packed !== body) res.headers.set("Content-Encoding", encoding);
  res.headers.set("Content-Length", String(packed.length));
  // Hono merges a new answer into the one before, which wraps its body in a stream again.
  c.res = undefined;
  c.res = new Response(
    once(() => packed),
    res,
  );
  bodies.set(c.res, packed);
};

/**
 * A body for an answer that may be sent without it (`bodies`, or packed): bytes that an answer is given it copies, which takes as
 * long as to make most pages.
 */
export function once(bytes: () => Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes());
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Bodies that are there in one piece, by their answers: out of an answer they would come as a stream. */
export const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/** What a browser's Accept-Encoding header lets us choose, by preference; browsers send one of a few, each read once. */
export function acceptedEncodings(header = ""): readonly Encoding[] {
  const known = accepted.get(header);
  if (known !== undefined) return known;
  const given = parseAccept(header);
  const found = encodings.filter((own) => given.some(({ type, q }) => type === own && q > 0));
  if (accepted.size < mostAccepted) accepted.set(header, found);
  return found;
}

const accepted = new Map<string, readonly Encoding[]>();
const mostAccepted = 100;

function isPlainText({ status, headers, body }: Response): boolean {
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("Content-Type") ?? "");
  const isPart = status === 206;
  return isText && !isPart && !isLong(headers) && body !== null && !headers.has("Content-Encoding");
}

function isLong(headers: Headers): boolean {
  return headers.get("Cache-Control")?.includes("no-transform") ?? false;
}
