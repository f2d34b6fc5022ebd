/** A note as pages show it. */
export type NoteShown = {
  id: string;
  /** `2026-01-31` */
  day: string;
  /** Id of the place that it is about; empty where it is about no single one. */
  place: string;
  /** The same in words. */
  about: string;
  words: string;
  /** Who wrote it and when, and who changed it last. */
  written: string;
};

/** In UTF-16 units, an end of a line as one. */
export const longestNote = 500;

/** What a new note is about besides a place: this survey, or all of them. */
export const about = { survey: "", all: "*" } as const;
