import { longestNote } from "./note-shown.ts";
import styles from "./notes.module.css";

type Props = { id: string; value: string; wrong: string | undefined };

/** The day of a note. */
export function DayField({ id, value, wrong }: Props) {
  return (
    <p>
      <label htmlFor={id}>Day</label>
      <input
        id={id}
        name="day"
        // What is no day would not be shown in its own kind of field.
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

/** What happened. */
export function WordsField({ id, value, wrong }: Props) {
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

function Wrong({ id, wrong }: Pick<Props, "id" | "wrong">) {
  if (!wrong) return null;
  return (
    <span id={`${id}-error`} role="alert" className={styles.wrong}>
      {wrong}
    </span>
  );
}
