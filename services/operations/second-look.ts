import { createHash } from "node:crypto";

/**
 * Names what is about to be done. A form that asks for what moves money is shown it in words first, and done only when it
 * comes back with this name: if anything that it says has changed meanwhile, it is shown again.
 */
export function lookAt(...what: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(what)).digest("base64url").slice(0, 16);
}
