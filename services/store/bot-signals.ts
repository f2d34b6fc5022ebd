/** What tells a program from a person, as it was seen; nothing is ever refused for it. */
export type BotSignals = {
  /** From the form's first page to its post, by our own clock; null where the page is not known. */
  tookMs: number | null;
  /** The field that people do not see was filled in. */
  trapFilled: boolean;
};
