import { domainToUnicode } from "node:url";
import type { BotSignals, NewLead } from "../store/rows.ts";

/** Nobody is this quick, not even with a browser that fills in the form. A survey is several pages. */
const quickestMs = { survey: 8_000, contact: 3_000, "do-not-sell": 1_500 };

/** What looks like a program, in words; nothing for a person. */
export function botSuspicions({ tookMs, trapFilled }: BotSignals, form: keyof typeof quickestMs): string[] {
  return [
    ...(trapFilled ? ["the hidden field was filled in"] : []),
    ...(tookMs !== null && tookMs < quickestMs[form] ? [`done in ${(tookMs / 1000).toFixed(1)} s`] : []),
  ];
}

/**
 * Whether others are told about it: not about a disqualified lead, one that a program seems to have made, or a contact
 * form.
 */
export function isWorthTelling({
  kind,
  qualified,
  signs,
}: Pick<NewLead, "kind" | "qualified" | "signs">): boolean {
  if (kind !== "survey" || qualified === false) return false;
  return signs === null || botSuspicions(signs, kind).length === 0;
}

/** Other oddities in words: people have them too, so that nothing follows from them. */
export function oddities({ changed, mixedScripts }: BotSignals): string[] {
  return [
    ...(changed?.network ? ["the network changed between two steps"] : []),
    ...(changed?.browser ? ["the browser changed between two steps"] : []),
    ...(mixedScripts ? ["the e-mail address mixes letters of two scripts"] : []),
  ];
}

/** An e-mail address's oddities: `{}` for one whose words are each of one script. */
export function addressSigns(email: string): Pick<BotSignals, "mixedScripts"> {
  const at = email.lastIndexOf("@");
  // A domain is kept as DNS has it.
  const words = [
    ...email.slice(0, at).split(/[._+-]/),
    ...domainToUnicode(email.slice(at + 1)).split(/[.-]/),
  ];
  const isMixed = words.some(
    (word) => /\p{Script=Latin}/u.test(word) && /(?!\p{Script=Latin})\p{L}/u.test(word),
  );
  return isMixed ? { mixedScripts: true } : {};
}
