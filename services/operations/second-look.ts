import { createHash } from "node:crypto";

/**
 * Names an action before it is done. A form that moves money is shown it in words first, and done only when it comes
 * back with this name: if anything in it has changed meanwhile, it is shown again.
 */
export function lookAt(...what: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(what)).digest("base64url").slice(0, 16);
}
