import { type Arrival, withClick } from "../../machines/lead/tracking.ts";
import { type FirstView, longestOpenMs, newToken, type VisitToken } from "./token.ts";

/**
 * The token of a visit that begins with this post.
 * @param arrival as the post's address has it
 * @param first what was known when the first page was shown; without it the visit begins now, and nobody knows who sent it
 */
export type BeginVisit = (survey: string, arrival: Arrival, first: FirstView | undefined) => VisitToken;

export function beginVisitWith(deps: {
  newId: () => string;
  /** Id for a click that came without one; undefined where an affiliate network will give it. */
  newClickId: () => string | undefined;
  now: () => number;
}): BeginVisit {
  const { newId, newClickId, now } = deps;
  return (survey, arrival, first) => {
    // Behind a cache a first view is older by its own clock.
    const at = Math.max(now() - longestOpenMs, Math.min(first?.at ?? now(), now()));
    return newToken(
      newId(),
      survey,
      withClick({ ...arrival, referer: first?.referer ?? "" }, newClickId),
      at,
    );
  };
}
