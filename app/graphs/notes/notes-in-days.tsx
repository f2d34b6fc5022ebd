import kept from "../ui/kept.module.css";
import type { NoteShown } from "./note-shown.ts";

/** So many are shown; the page of the notes has them all. */
const most = 6;

/** The newest notes on the days that are counted. */
export function NotesInDays({ code, notes }: { code: string; notes: readonly NoteShown[] }) {
  const more = notes.length - most;
  return (
    <details className={kept.bar} open={notes.length > 0}>
      <summary>Notes on these days ({notes.length})</summary>
      <ul className={kept.lines}>
        {notes.slice(0, most).map(({ id, day, about, words }) => (
          <li key={id}>
            <strong>{day}</strong>, {about}: {words}
          </li>
        ))}
      </ul>
      <p>
        <a href={`/graphs/${code}/notes`}>{more > 0 ? `${more} more` : "Write or change a note"}</a>
      </p>
    </details>
  );
}
