/** Whom a form names, as it was typed: each form of the page carries it on, in the post and never in an address. */
export type Asked = { email: string; phone: string };

/** All that is held about a person, in words; nothing here says who they are but `asked`. */
export type FoundPerson = {
  /** What an erasure means for the consents, in a sentence. */
  consents: string;
  asked: Asked;
  /** How much of each kind. */
  held: readonly string[];
  /** `receivers`: for whom each is, and whether they have it. */
  leads: readonly { id: string; text: string; receivers: string }[];
  /** What they asked for before, and on which lists they are. */
  history: readonly string[];
};

export type ErasedPerson = {
  /** As for the person found. */
  consents: string;
  /** Receivers who will be told to delete what they have. */
  receivers: readonly string[];
  /** Sessions whose answers the operator of progress-save has to delete. */
  forwarded: readonly string[];
  isScrubbed: boolean;
};

/** What came of a press: a person, an erasure, or why there is neither. */
export type PrivacyAnswer = { asked: Asked; fault?: string; found?: FoundPerson; erased?: ErasedPerson };

/** That somebody read personal data. */
export type ReadingRow = { at: string; who: string; what: string };
