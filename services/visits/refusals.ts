import type { Refusal } from "../../machines/visit/refusals.ts";
import type { VisitToken } from "./token.ts";

/** A token travels in a form, and must stay short. */
const mostInToken = 5;

/** A visit's token that also keeps what a form refused while there was no visit that could. */
export function withRefusal(token: VisitToken, refusal: Refusal): VisitToken {
  return { ...token, refused: [...(token.refused ?? []), refusal].slice(0, mostInToken) };
}
