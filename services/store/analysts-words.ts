import type { Connection } from "./connection.ts";
import { type DayNotes, dayNotesIn } from "./day-notes.ts";
import { type SavedViews, savedViewsIn } from "./saved-views.ts";

/** Saved views and notes, which analysts share. Neither asks for personal data. */
export interface AnalystsWords {
  savedViews: SavedViews;
  dayNotes: DayNotes;
}

export function analystsWordsIn(connection: Connection, now: () => number): AnalystsWords {
  return { savedViews: savedViewsIn(connection, now), dayNotes: dayNotesIn(connection, now) };
}
