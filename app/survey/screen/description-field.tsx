import { type FormEvent, useState } from "react";
import type { Wording } from "../../../machines/messages/wording.ts";
import { FieldFrame } from "../../ui/field-frame.tsx";
import { describedBy } from "../../ui/field-ids.ts";
import styles from "../../ui/fields.module.css";

/** Spec 5.4. */
const minimumCharacters = 20;

type Props = {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  error?: string;
  live: boolean;
  words: Wording;
};

/** The case description. The count is help on the way; only the server's check decides. */
export function DescriptionField({ name, label, hint, value = "", error, live, words }: Props) {
  const [length, setLength] = useState(value.trim().length);
  const missing = minimumCharacters - length;
  const count = (event: FormEvent<HTMLTextAreaElement>) => setLength(event.currentTarget.value.trim().length);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        className={`${styles.input} ${styles.textarea}`}
        rows={6}
        defaultValue={value}
        required
        onInput={count}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { hint, error })}
      />
      {/* Spoken once, when enough is there: a count read out at every key would drown the typing. */}
      {live && (
        <p className={styles.count}>
          {missing > 0 && <span aria-hidden="true">{words.descriptionCount.missing(missing)}</span>}
          <span role="status">{missing <= 0 && words.descriptionCount.enough}</span>
        </p>
      )}
    </FieldFrame>
  );
}
