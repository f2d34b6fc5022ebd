/** What the values of a column are, in files whose formats know types. */
export type Kind = keyof Values;

type Values = {
  text: string;
  count: number;
  number: number;
  isSo: boolean;
  /** Epoch milliseconds. */
  moment: number;
  /** Counted since 1970. */
  day: number;
  texts: readonly string[];
  numbers: readonly number[];
};

export type FileColumn = { name: string; kind: Kind };

/** Null where there is nothing to tell. */
export type FileCell = Values[Kind] | null;
