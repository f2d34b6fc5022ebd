import type { FormEvent } from "react";
import type { Wording } from "../../../machines/messages/wording.ts";
import { PHONE_MASK } from "../../../machines/rules/limits.ts";
import {
  accidentTypes,
  type ContactErrors,
  type ContactField,
  type ContactValues,
} from "../../../machines/site/contact-form.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Messages } from "../../../services/words/messages.ts";
import buttons from "../../ui/buttons.module.css";
import type { Company } from "../../ui/company.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame } from "../../ui/field-frame.tsx";
import fields from "../../ui/fields.module.css";
import { Honeypot } from "../../ui/honeypot.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { ContactFormWords } from "./contact-errors.ts";
import { contactErrors } from "./contact-errors.ts";
import styles from "./contact-form.module.css";

export type ContactFormProps = {
  language: Language;
  action: string;
  /** Posted back untouched. */
  hidden: Record<string, string>;
  values: Partial<ContactValues>;
  errors: ContactErrors;
  sent: boolean;
  sending?: boolean;
  /** It could not be sent yet, and will be resent automatically. */
  unsent?: boolean;
  /** The form's own words, and the wording in the same language. */
  own: ContactFormWords;
  /** What it says while it could not be sent, and to programs. */
  notSent: Pick<Messages["trouble"]["tryAgain"], "message" | "trying" | "call" | "again">;
  honeypot: string;
  words: Wording;
  phone: Company["phone"];
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Any field was changed; `event.target` names it. */
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  live?: boolean;
};

/** The contact form: idle, sending, not sent yet, or thank-you (spec 2.3 and 3.1). */
export function ContactForm(props: ContactFormProps) {
  const { action, hidden, values, errors, sent, sending, unsent, own, words, phone } = props;
  const { notSent, honeypot, onSubmit, onChange, live } = props;
  if (sent) {
    return (
      <div className={styles.sent} role="status" data-contact-sent>
        <h2>{own.sent.title}</h2>
        <p>{own.sent.text}</p>
        <p>
          {own.sent.hurry} <a href={`tel:${phone.dial}`}>{phone.display}</a>.
        </p>
      </div>
    );
  }
  const summary = contactErrors(errors, values, own, words);
  const field = (name: ContactField) => ({
    name,
    label: own.fields[name].label,
    value: values[name],
    error: summary.find(({ id }) => id === name)?.text,
  });
  return (
    <form
      className={styles.form}
      method="post"
      action={action}
      noValidate
      data-contact
      onSubmit={onSubmit}
      onChange={onChange}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {summary.length > 0 && <ErrorSummary title={words.errorSummaryTitle} errors={summary} live={live} />}
      <AccidentTypeField {...field("typeOfAccident")} words={own} />
      <div className={styles.pair}>
        <TextField kind="name" autocomplete="given-name" {...field("firstName")} />
        <TextField kind="name" autocomplete="family-name" {...field("lastName")} />
      </div>
      <div className={styles.pair}>
        <TextField kind="email" {...field("email")} />
        <TextField kind="phone" {...field("phoneNumber")} mask={PHONE_MASK} live={live} />
      </div>
      <MessageField {...field("message")} />
      <Honeypot label={honeypot} />
      {/* Beside the button: a live region inside would take the button's name away. */}
      <p role="status" className={unsent ? styles.unsent : "visually-hidden"} data-contact-unsent={unsent}>
        {unsent ? (
          <>
            <strong>{notSent.message}</strong> {notSent.trying} {notSent.call}{" "}
            <a href={`tel:${phone.dial}`}>{phone.display}</a>
          </>
        ) : (
          sending && own.sending
        )}
      </p>
      <p className={styles.whoGetsIt}>
        {own.whoGetsIt.text} <a href={own.whoGetsIt.url}>{own.whoGetsIt.policy}</a>.
      </p>
      <button type="submit" className={buttons.primary} disabled={sending && !unsent}>
        {sending && <span className={styles.spinner} />}
        {unsent ? notSent.again : sending ? own.sending : own.send}
      </button>
    </form>
  );
}

type InputProps = { name: string; label: string; value?: string; error?: string };

const control = ({ name, value = "", error }: InputProps) => ({
  id: name,
  name,
  defaultValue: value,
  required: true,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": describedBy(name, { error }),
});

/** Starts empty, so that a choice is really made (ruling 41). */
function AccidentTypeField({ words, ...props }: InputProps & { words: ContactFormWords }) {
  const { selectOne, types } = words;
  return (
    <FieldFrame name={props.name} label={props.label} error={props.error}>
      <select className={`${fields.input} ${fields.select}`} {...control(props)}>
        <option value="">{selectOne}</option>
        {accidentTypes.map((type) => (
          <option key={type} value={type}>
            {types[type]}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** At most 96 px high (spec 3.1). */
function MessageField(props: InputProps) {
  return (
    <FieldFrame name={props.name} label={props.label} error={props.error}>
      <textarea className={`${fields.input} ${styles.message}`} rows={3} {...control(props)} />
    </FieldFrame>
  );
}
