import type { ReturnRequest } from "../../store/feature-rows.ts";

/** What became of a request, as its buyer and `outcomes list` read it. */
export function standingText({ verdict, word }: Pick<ReturnRequest, "verdict" | "word">): string {
  if (verdict === null) return "asked for: it counts once it is granted";
  return word === "" ? verdict : `${verdict}: ${word}`;
}
