import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Largest photo, in bytes: a face is shown at 96 px. */
const largest = 200_000;

const typeOfStart: [start: Buffer, type: string, ending: string][] = [
  [Buffer.from([0xff, 0xd8, 0xff]), "image/jpeg", "jpg"],
  [Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "image/png", "png"],
];

/** A picture as the site serves it. Its address changes with its bytes, so that browsers may keep it for good. */
export type Photo = { address: string; type: string; bytes: Buffer };

/** The photo in a file, or what is wrong with it. */
export function readPhoto(path: string): Photo | { fault: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return { fault: `${path} cannot be read` };
  }
  const format = typeOfStart.find(([start]) => bytes.subarray(0, start.length).equals(start));
  if (!format) return { fault: `${path} must be a JPEG or PNG picture` };
  if (bytes.length > largest) return { fault: `${path} must be at most ${largest / 1000} KB` };
  const [, type, ending] = format;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { address: `/photos/${hash}.${ending}`, type, bytes };
}
