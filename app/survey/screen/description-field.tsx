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

/** The case description. What is said of its length is help on the way; only the server's check decides. */
export function DescriptionField({ name, label, hint, value = "", error, live, words }: Props) {
  const [length, setLength] = useState(value.trim().length);
  const isShort = length < minimumCharacters;
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
      {/* Spoken once, when enough is there: what is read out at every key would drown the typing. */}
      {live && (
        <p className={styles.count}>
          {length > 0 && isShort && <span aria-hidden="true">{words.descriptionLength.short}</span>}
          <span role="status">{!isShort && words.descriptionLength.enough}</span>
        </p>
      )}
    </FieldFrame>
  );
}
