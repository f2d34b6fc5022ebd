/** What tells a program from a person, as it was seen; nothing is ever refused for it. */
export type Signs = {
  /** From the form's first page to its post, by our own clock; null where the page is not known. */
  tookMs: number | null;
  /** The field that people do not see was filled in. */
  trapFilled: boolean;
};

/** Nobody is this quick, not with a browser that fills in the form. A survey is several pages. */
const quickestMs = { survey: 8_000, contact: 3_000, "do-not-sell": 1_500 };

/** What is odd about them, in words; nothing for a person. */
export function oddities({ tookMs, trapFilled }: Signs, form: keyof typeof quickestMs): string[] {
  return [
    ...(trapFilled ? ["the hidden field was filled in"] : []),
    ...(tookMs !== null && tookMs < quickestMs[form] ? [`done in ${(tookMs / 1000).toFixed(1)} s`] : []),
  ];
}
