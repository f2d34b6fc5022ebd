import controls from "../../ui/controls.module.css";
import { GraphLayout } from "../../ui/graph-layout.tsx";
import { numberViews } from "../shows.ts";
import { DayField, WordsField } from "./note-fields.tsx";
import { about, type NoteShown } from "./note-shown.ts";
import styles from "./notes.module.css";

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
            <Note key={note.id} {...{ code, note }} refused={refused?.id === note.id ? refused : undefined} />
          ))}
        </ul>
      )}
    </GraphLayout>
  );
}

function NewNote({ places, place, refused }: { places: Places; place: string; refused?: RefusedNote }) {
  const wrong = refused?.wrong ?? {};
  return (
    <form method="post" aria-label="New note" className={`${styles.form} ${styles.new} ${controls.controls}`}>
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
          <option value={about.survey}>The whole survey</option>
          <option value={about.all}>All surveys</option>
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
        <form method="post" className={`${styles.form} ${controls.controls}`}>
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
