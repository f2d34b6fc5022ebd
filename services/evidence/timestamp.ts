import { createHash, randomBytes } from "node:crypto";

/** ASN.1 in DER, as far as a timestamp request needs it. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const [integer, boolean, octets, sequence] = [0x02, 0x01, 0x04, 0x30];
/** AlgorithmIdentifier of SHA-256. */
const sha256Id = der(sequence, Buffer.from("0609608648016503040201", "hex"), Buffer.from("0500", "hex"));

export type TimestampRequest = { body: Buffer; digest: Buffer; nonce: Buffer };

/** A TimeStampReq (RFC 3161, 2.4.1) for the SHA-256 of a text; the answer is to hold the authority's certificate. */
export function timestampRequest(text: string): TimestampRequest {
  const digest = createHash("sha256").update(text).digest();
  const nonce = randomBytes(16);
  // A positive integer in its shortest form.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40;
  const body = der(
    sequence,
    der(integer, Buffer.from([1])),
    der(sequence, sha256Id, der(octets, digest)),
    der(integer, nonce),
    der(boolean, Buffer.from([0xff])),
  );
  return { body, digest, nonce };
}

/**
 * The timestamp token in a TimeStampResp (RFC 3161, 2.4.2). Its signature is for `openssl ts -verify` to judge; here it has
 * to be granted and to be about what was asked.
 * @throws an Error in plain words
 */
export function timestampToken(response: Buffer, { digest, nonce }: TimestampRequest): Buffer {
  const outer = element(response, 0);
  const info = element(response, outer.start);
  const status = element(response, info.start);
  const granted = response.subarray(status.start, status.end);
  if (outer.tag !== sequence || status.tag !== integer || granted.length !== 1 || granted[0]! > 1) {
    throw new Error("The timestamp authority did not grant the timestamp.");
  }
  const token = response.subarray(info.end, outer.end);
  if (!token.includes(der(octets, digest)) || !token.includes(der(integer, nonce))) {
    throw new Error("The timestamp is about something else.");
  }
  return token;
}

/** The element that begins here: its tag, and where its content starts and ends. */
function element(bytes: Buffer, at: number): { tag: number; start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  const more = first < 128 ? 0 : first & 0x7f;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, Math.min(more, 6));
  const start = at + 2 + more;
  if (start + length > bytes.length) throw new Error("The timestamp authority's answer is cut off.");
  return { tag: bytes[at]!, start, end: start + length };
}
