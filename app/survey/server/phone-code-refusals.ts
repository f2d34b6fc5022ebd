import type { NotAsked } from "../../../services/visits/verify-phone.ts";
import { refuse } from "./json-request.ts";

/** The answer to a question about a code that was not passed on. */
export function notAsked({ kind }: NotAsked): Response {
  return kind === "limited"
    ? refuse(429, "Too many codes were asked for or tried. Please wait.", "phone")
    : refuse(409, "This visit has no number to verify.", "visit");
}
