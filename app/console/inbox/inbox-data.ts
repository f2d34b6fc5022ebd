/** One lead as the list shows it; who it is about is masked for every role. */
export type InboxRow = {
  id: string;
  time: string;
  who: string;
  from: string;
  state: string;
  verdict: string;
  isQualified: boolean;
  delivery: { text: string; tone: "good" | "bad" | "quiet" };
  /** '' while nobody has. */
  handledBy: string;
};

/** What the filter offers, and what of it is chosen, by the fields' names. */
export type Choices = {
  /** Who searches sees leads masked, and finds a number by what its mask shows, or by all of it. */
  isMasked: boolean;
  chosen: Record<string, string>;
  surveys: readonly string[];
  states: readonly string[];
  /** Names of those who take leads. */
  receivers: readonly string[];
  /** What may have become of a lead's messages, by name and in words. */
  deliveries: readonly (readonly [string, string])[];
  isFiltered: boolean;
};

export type InboxData = {
  rows: readonly InboxRow[];
  /** Address of the older leads; undefined where there are none. */
  next?: string;
  isFirstPage: boolean;
  /** Why nothing was searched for; undefined where it was. */
  refused: string | undefined;
  choices: Choices;
  /** Address of the same leads as a table. */
  csv: string;
};
