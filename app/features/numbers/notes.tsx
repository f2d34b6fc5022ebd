import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import parts from "../../graphs/ui/parts.module.css";
import styles from "./numbers.module.css";
import { longestNote, noteAbout, numberViews } from "./query.ts";

/** A note as pages show it. */
export type NoteShown = {
  id: string;
  /** `2026-01-31` */
  day: string;
  /** Id of the place that it is about; empty where it is about no single one. */
  place: string;
  /** The subject in words. */
  about: string;
  words: string;
  /** Author and time, and who changed it last. */
  written: string;
};

/** A rejected form, with its errors by field. Its id is empty for a new note. */
export type RefusedNote = {
  id: string;
  day: string;
  about: string;
  words: string;
  wrong: { day?: string; about?: string; words?: string };
};

type Places = readonly { id: string; title: string }[];
type Props = {
  code: string;
  places: Places;
  notes: readonly NoteShown[];
  /** The page's address; its `place` is preselected in the form for a new note. */
  query: URLSearchParams;
  refused?: RefusedNote;
};

export function NotesPage({ code, places, notes, query, refused }: Props) {
  const isGone = refused && refused.id !== "" && !notes.some(({ id }) => id === refused.id);
  return (
    <GraphLayout
      title={`Notes on ${code}`}
      chart={{ code, page: "numbers", isSurvey: true }}
      views={numberViews(code, "notes", query)}
      lead="Record what may explain a change: a campaign started, a price changed, a service was down. Everyone with access to this survey’s numbers can see, edit and delete notes."
    >
      {isGone && (
        <p role="alert" className={styles.refused}>
          {Object.values(refused.wrong).join(" ")}
        </p>
      )}
      <NewNote
        places={places}
        place={query.get("place") ?? ""}
        refused={refused?.id === "" ? refused : undefined}
      />
      {notes.length === 0 ? (
        <p className={styles.empty}>No notes yet.</p>
      ) : (
        <ul className={styles.list} aria-label="Notes">
          {notes.map((note) => (
            <Note
              key={note.id}
              code={code}
              note={note}
              refused={refused?.id === note.id ? refused : undefined}
            />
          ))}
        </ul>
      )}
    </GraphLayout>
  );
}

function NewNote({ places, place, refused }: { places: Places; place: string; refused?: RefusedNote }) {
  const wrong = refused?.wrong ?? {};
  return (
    <form method="post" aria-label="New note" className={`${styles.form} ${styles.new} ${parts.controls}`}>
      <DayField id="day" value={refused?.day ?? ""} wrong={wrong.day} />
      <p>
        <label htmlFor="about">About</label>
        <select
          id="about"
          name="about"
          defaultValue={refused?.about ?? place}
          aria-invalid={wrong.about ? true : undefined}
          aria-describedby={wrong.about ? "about-error" : undefined}
        >
          <option value={noteAbout.survey}>The whole survey</option>
          <option value={noteAbout.all}>All surveys</option>
          {places.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        {wrong.about && (
          <span id="about-error" role="alert" className={styles.wrong}>
            {wrong.about}
          </span>
        )}
      </p>
      <WordsField id="words" value={refused?.words ?? ""} wrong={wrong.words} />
      <button type="submit" name="intent" value="add">
        Add note
      </button>
    </form>
  );
}

function Note({ code, note, refused }: { code: string; note: NoteShown; refused?: RefusedNote }) {
  const { id, day, place, about, words, written } = note;
  const wrong = refused?.wrong ?? {};
  return (
    <li>
      <p>
        <strong>{day}</strong>,{" "}
        {place ? (
          <a href={`/graphs/${code}/numbers?${new URLSearchParams({ at: place })}#picked`}>{about}</a>
        ) : (
          about
        )}
      </p>
      <p className={styles.words}>{words}</p>
      <p className={styles.note}>{written}</p>
      <details open={refused !== undefined}>
        <summary>
          Edit or delete<span className="visually-hidden"> the note of {day}</span>
        </summary>
        <form method="post" className={`${styles.form} ${parts.controls}`}>
          <input type="hidden" name="id" value={id} />
          <DayField id={`day-${id}`} value={refused?.day ?? day} wrong={wrong.day} />
          <WordsField id={`words-${id}`} value={refused?.words ?? words} wrong={wrong.words} />
          <button type="submit" name="intent" value="change">
            Save
          </button>
        </form>
        <form method="post" className={styles.delete}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="delete">
            Delete<span className="visually-hidden"> the note of {day}</span>
          </button>
        </form>
      </details>
    </li>
  );
}

type FieldProps = { id: string; value: string; wrong: string | undefined };

/** The day of a note. */
function DayField({ id, value, wrong }: FieldProps) {
  return (
    <p>
      <label htmlFor={id}>Day</label>
      <input
        id={id}
        name="day"
        // An invalid day would not be shown in its own kind of field.
        type={wrong ? "text" : "date"}
        defaultValue={value}
        required
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
      />
      <Wrong id={id} wrong={wrong} />
    </p>
  );
}

/** The text of a note. */
function WordsField({ id, value, wrong }: FieldProps) {
  return (
    <p className={styles.wide}>
      <label htmlFor={id}>What happened</label>
      <textarea
        id={id}
        name="words"
        rows={2}
        maxLength={longestNote}
        defaultValue={value}
        required
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
      />
      <span id={`${id}-hint`} className={styles.note}>
        Do not write about individual visitors: no names, addresses or phone numbers.
      </span>
      <Wrong id={id} wrong={wrong} />
    </p>
  );
}

function Wrong({ id, wrong }: Pick<FieldProps, "id" | "wrong">) {
  if (!wrong) return null;
  return (
    <span id={`${id}-error`} role="alert" className={styles.wrong}>
      {wrong}
    </span>
  );
}

const mostListed = 6;

export function NotesInDays({ code, notes }: { code: string; notes: readonly NoteShown[] }) {
  const more = notes.length - mostListed;
  return (
    <details className={styles.bar} open>
      <summary>Notes in this period ({notes.length})</summary>
      <ul className={styles.lines}>
        {notes.slice(0, mostListed).map(({ id, day, about, words }) => (
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
