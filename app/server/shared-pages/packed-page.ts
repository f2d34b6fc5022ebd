import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Encoding, encoders } from "../compress.ts";

/** A body as browsers ask for it. */
export type PackedPage = Record<Encoding | "identity", Buffer>;

/** Packs a page at once, as quickly as any other. */
export function packed(body: Buffer): PackedPage {
  return { identity: body, gzip: encoders.gzip(body), br: encoders.br(body) };
}

/** Packs a page as tightly as it goes, in a thread of its own: for one that many ask for. */
export async function tightlyPacked({ identity }: PackedPage): Promise<PackedPage> {
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: size }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { identity, br, gzip: zipped };
}
