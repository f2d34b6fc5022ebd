import type { Change } from "./change.ts";

/** What the follow-up questions of a hit and run found out. */
export type Note = "hit_and_run" | "uninsured";

/** English in every survey: the note is for the buyer, and in brackets, apart from the visitor's words. */
const sentences: Record<Note, string> = {
  hit_and_run: "[Hit and run: the other driver has been identified.]",
  uninsured: "[Hit and run: the visitor has uninsured motorist coverage.]",
};

/** Appends each note to a description once (spec 4.1; ruling 84); done again it changes nothing. */
export function withNotes(description: string, notes: readonly Note[]): string {
  return notes.reduce((text, note) => {
    return text.includes(sentences[note]) ? text : `${text} ${sentences[note]}`.trimStart();
  }, description);
}

/** The description with its notes, as a change beside the visitor's own words. */
export function noteDescription(description: string, notes: readonly Note[]): Change<"case_description">[] {
  const value = withNotes(description, notes);
  return value === description
    ? []
    : [{ field: "case_description", raw: description, value, rule: "hit_and_run_note" }];
}
