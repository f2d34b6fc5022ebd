import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import type { Hash } from "./merkle.ts";

/**
 * A tree head as a signed note, which logs and their witnesses elsewhere understand (c2sp.org/tlog-checkpoint): the log's
 * name, the size, the root in base64, the time, an empty line, and a line with an Ed25519 signature of all before it.
 */
export type TreeHead = { size: number; root: Hash; at: number };

export type LogKey = {
  /** Of the log, which is named after its key. */
  name: string;
  /** The 32 bytes of the public key. */
  publicKey: Buffer;
  sign(head: TreeHead): string;
  /** A signature of any other text, in base64; a head never looks like JSON. */
  signText(text: string): string;
};

/** Ed25519 keys as Node takes them: a fixed beginning, then the 32 bytes. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
const spki = Buffer.from("302a300506032b6570032100", "hex");

/** @param secret 32 characters or more that the database does not have */
export function logKeyOf(secret: string): LogKey {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "claimpath consent log", 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32);
  const name = `claimpath-consents-${createHash("sha256").update(publicKey).digest("hex").slice(0, 16)}`;
  return {
    name,
    publicKey,
    signText: (text) => sign(null, Buffer.from(text), privateKey).toString("base64"),
    sign({ size, root, at }) {
      const text = `${name}\n${size}\n${root.toString("base64")}\ntime ${new Date(at).toISOString()}\n`;
      const signature = sign(null, Buffer.from(text), privateKey);
      const signed = Buffer.concat([keyId(name, publicKey), signature]).toString("base64");
      return `${text}\n\u2014 ${name} ${signed}\n`;
    },
  };
}

/** The head that a note of this key says; undefined for any other text. */
export function openNote(
  note: string,
  { name, publicKey }: Pick<LogKey, "name" | "publicKey">,
): TreeHead | undefined {
  const [, text, root64, signed64] =
    /^(\S+\n\d+\n([A-Za-z0-9+/]{43}=)\ntime \S+\n)\n\u2014 \S+ ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? [];
  const [origin, size, , time] = text?.split("\n") ?? [];
  const signed = Buffer.from(signed64 ?? "", "base64");
  const at = Date.parse(time?.slice("time ".length) ?? "");
  const isOurs =
    text !== undefined &&
    origin === name &&
    signed.length === 68 &&
    signed.subarray(0, 4).equals(keyId(name, publicKey)) &&
    verify(null, Buffer.from(text), keyOf(publicKey), signed.subarray(4));
  return isOurs ? { size: Number(size), root: Buffer.from(root64!, "base64"), at } : undefined;
}

function keyOf(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spki, publicKey]), format: "der", type: "spki" });
}

function keyId(name: string, publicKey: Buffer): Buffer {
  return createHash("sha256").update(`${name}\n\u0001`).update(publicKey).digest().subarray(0, 4);
}
