/** Type of the values of a column, for formats that have types. */
export type Kind = keyof Values;

type Values = {
  text: string;
  count: number;
  number: number;
  isSo: boolean;
  /** Epoch milliseconds. */
  moment: number;
  /** Days since 1970. */
  day: number;
  texts: readonly string[];
  numbers: readonly number[];
};

export type FileColumn = { name: string; kind: Kind };

/** Null for an empty cell. */
export type FileCell = Values[Kind] | null;
