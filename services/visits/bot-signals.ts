import type { BotSignals } from "../store/rows.ts";

/** Nobody is this quick, not with a browser that fills in the form. A survey is several pages. */
const quickestMs = { survey: 8_000, contact: 3_000, "do-not-sell": 1_500 };

/** What is odd about them, in words; nothing for a person. */
export function botSuspicions({ tookMs, trapFilled }: BotSignals, form: keyof typeof quickestMs): string[] {
  return [
    ...(trapFilled ? ["the hidden field was filled in"] : []),
    ...(tookMs !== null && tookMs < quickestMs[form] ? [`done in ${(tookMs / 1000).toFixed(1)} s`] : []),
  ];
}
