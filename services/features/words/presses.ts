import { Refusal } from "../../operations/refusal.ts";
import { impersonal } from "../../operations/text.ts";
import type { WordsRefused } from "./changes.ts";

/** In UTF-16 units. */
const longestReason = 200;

/** A reason that names nobody, or the fault in it. */
export function readReason(typed: string): { reason: string } | { fault: string } {
  const reason = impersonal(typed.trim());
  if (reason === "") return { fault: "Say why: those who read the numbers later will ask." };
  return reason.length > longestReason
    ? { fault: `A reason has at most ${longestReason} characters.` }
    : { reason };
}

/** Why a change or an undo was not made. */
export function refusalOf({ refused }: WordsRefused): Refusal {
  return new Refusal(
    {
      stale: "Somebody has changed these words since. Look at them again.",
      unknown: "There is no such change.",
      undone: "That is undone already.",
    }[refused],
  );
}
