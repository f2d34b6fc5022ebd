import type { NoteShown } from "./note-shown.ts";
import styles from "./notes.module.css";

const most = 6;

export function NotesInDays({ code, notes }: { code: string; notes: readonly NoteShown[] }) {
  const more = notes.length - most;
  return (
    <details className={styles.bar} open>
      <summary>Notes in this period ({notes.length})</summary>
      <ul className={styles.lines}>
        {notes.slice(0, most).map(({ id, day, about, words }) => (
          <li key={id}>
            <strong>{day}</strong>, {about}: {words}
          </li>
        ))}
      </ul>
      <p>
        <a href={`/graphs/${code}/numbers?show=notes`}>{more > 0 ? `${more} more` : "Add or edit notes"}</a>
      </p>
    </details>
  );
}
