/** A value that is not the file's, in words. */
export type Difference = { label: string; now: string; inFile: string; by: string };
export type OwnerRow = { name: string; href: string; mode: string; differences: readonly Difference[] };
/** A change that somebody made. `canUndo`: no other stands on it. */
export type ChangeRow = {
  number: number;
  what: string;
  href: string;
  from: string;
  to: string;
  by: string;
  reason: string;
  canUndo: boolean;
};

export type TermsData = {
  receivers: readonly OwnerRow[];
  affiliates: readonly OwnerRow[];
  changes: readonly ChangeRow[];
  yaml: string;
  /** What is wrong with the id of another affiliate. */
  fault: string;
};

/** A field of the form. */
export type TermField = { name: string; label: string; now: string; hint: string };
export type OwnerData = {
  title: string;
  isPaused: boolean;
  pauseText: string;
  /** What becomes of the leads that an affiliate's pause holds; '' of a receiver. */
  heldText: string;
  fields: readonly TermField[];
  seen: number;
  history: readonly ChangeRow[];
};

/** What came of a press: `faults` by the names of fields, `given` what was typed. */
export type Pressed = {
  text: string;
  faults: Partial<Record<string, string>>;
  given: Partial<Record<string, string>>;
};
