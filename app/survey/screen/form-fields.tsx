import { type FormEvent, Fragment, type ReactNode, useState } from "react";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { describedBy, FieldFrame, HintAndError } from "../../ui/field-frame.tsx";
import styles from "../../ui/fields.module.css";
import { TextField } from "../../ui/text-field.tsx";
import type { WordedField, WordedOption } from "./page-data.ts";
import layout from "./question.module.css";
import { WholeDate } from "./rare-parts.tsx";
import { chosenOption } from "./so-far.ts";

type GroupsProps = { fields: WordedField[]; children: (field: WordedField) => ReactNode };

/** A step's fields; a long form's are grouped, each group under the heading of its first field. */
export function FieldGroups({ fields, children }: GroupsProps) {
  const groups: WordedField[][] = [];
  for (const field of fields) {
    if (field.opens || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(field);
  }
  return groups.map((group) => {
    const heading = group[0]!.opens;
    const controls = inRows(group).map((row) => {
      const fields = row.map((field) => {
        const Frame = field.onlyWhen ? "div" : Fragment;
        return (
          <Frame key={field.name} {...(field.onlyWhen && { className: layout.onlyIf })}>
            {children(field)}
          </Frame>
        );
      });
      return row.length > 1 ? (
        <div key={row[0]!.name} className={layout.pair}>
          {fields}
        </div>
      ) : (
        fields
      );
    });
    const all = (
      <div key={heading} className={layout.fields}>
        {controls}
      </div>
    );
    if (!heading) return all;
    return (
      <fieldset key={heading} className={layout.group}>
        <legend>
          <h2 className={layout.groupHeading}>{heading}</h2>
        </legend>
        {all}
      </fieldset>
    );
  });
}

/** A group's fields in rows on a phone: short ones side by side, names too on long forms. */
function inRows(group: WordedField[]): WordedField[][] {
  const rows: WordedField[][] = [];
  for (const field of group) {
    const kinds = `${rows.at(-1)?.at(-1)?.kind},${field.kind}`;
    const isPair = /^(phone,zip|zip,phone|month,year)$/.test(kinds);
    if (isPair || (kinds === "name,name" && group.length > 3)) rows.at(-1)!.push(field);
    else rows.push([field]);
  }
  return rows;
}

type ChoiceFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  required: boolean;
  options: WordedOption[];
  /** Value of the option given before. */
  chosen?: string;
  /** Value of the option with which the field after it applies. */
  asks?: string;
};

/** A long list to choose from. It starts empty, so that a choice is really made. */
function SelectField({
  name,
  label,
  hint,
  error,
  required,
  options,
  chosen,
  selectOne,
}: ChoiceFieldProps & { selectOne: string }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <select
        id={name}
        name={name}
        className={`${styles.input} ${styles.select}`}
        defaultValue={options.some(({ value }) => value === chosen) ? chosen : ""}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { hint, error })}
      >
        <option value="">{selectOne}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} data-fields={JSON.stringify(option.records)}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A few answers to choose one of, all in view. The first bears the field's name as its id: errors lead there. */
function RadioField({ name, label, hint, error, required, options, chosen, asks }: ChoiceFieldProps) {
  return (
    <fieldset
      className={error ? `${styles.field} ${styles.invalid}` : styles.field}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(name, { hint, error })}
    >
      <legend className={styles.label}>{label}</legend>
      <HintAndError name={name} hint={hint} error={error} />
      <div className={styles.radios}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.radio}>
            <input
              type="radio"
              id={index === 0 ? name : undefined}
              name={name}
              value={option.value}
              data-fields={JSON.stringify(option.records)}
              data-asks={option.value === asks || undefined}
              required={required}
              defaultChecked={option.value === chosen}
              aria-invalid={error && index === 0 ? true : undefined}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Spec 5.4. */
const minimumCharacters = 20;

type DescriptionProps = {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  error?: string;
  live: boolean;
  words: Wording;
};

/** The case description. Remarks on its length only help; the server's check decides. */
function DescriptionField({ name, label, hint, value = "", error, live, words }: DescriptionProps) {
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

/** A longer list than this is folded into a native select. */
const mostRadios = 4;

type FormFieldProps = { field: WordedField; values: Answers; error?: string; words: Wording; live: boolean };

export function FormField({ field, values, error, words, live }: FormFieldProps) {
  const { name, kind, label, hint, options = [], onlyWhen, asks, autocomplete, mask } = field;
  const required = field.required !== false && !onlyWhen;
  const common = { name, label, hint, error, required };
  switch (kind) {
    case "select": {
      // A recorded answer comes first; a refused post is shown as it was sent.
      const chosen = chosenOption(options, values)?.value ?? values[name];
      return options.length > mostRadios ? (
        <SelectField {...common} options={options} chosen={chosen} selectOne={words.selectOne} />
      ) : (
        <RadioField {...common} options={options} chosen={chosen} asks={asks} />
      );
    }
    case "date":
    case "birthDate":
      return <WholeDate {...common} autocomplete={autocomplete} boxes={field.boxes} value={values[name]} />;
    case "description":
      return <DescriptionField {...common} value={values[name]} live={live} words={words} />;
    default:
      return (
        <TextField
          {...common}
          kind={kind}
          autocomplete={autocomplete}
          mask={mask}
          live={live}
          value={values[name]}
          suggests={{ words: words.errors.useAddress, by: live ? "button" : "submit" }}
        />
      );
  }
}
