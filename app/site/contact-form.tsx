import type { FormEvent } from "react";
import { tryAgain } from "../../machines/messages/try-again.ts";
import type { Wording } from "../../machines/messages/wording.ts";
import { PHONE_MASK } from "../../machines/rules/limits.ts";
import {
  accidentTypes,
  type ContactErrors,
  type ContactField,
  type ContactValues,
} from "../../machines/site/contact-form.ts";
import buttons from "../ui/buttons.module.css";
import type { Company } from "../ui/company.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { FieldFrame } from "../ui/field-frame.tsx";
import { describedBy } from "../ui/field-ids.ts";
import fields from "../ui/fields.module.css";
import { Honeypot } from "../ui/honeypot.tsx";
import { TextField } from "../ui/text-field.tsx";
import { contactErrors, contactLabels } from "./contact-fields.ts";
import styles from "./contact-form.module.css";

export type ContactFormProps = {
  action: string;
  /** Posted back untouched. */
  hidden: Record<string, string>;
  values: Partial<ContactValues>;
  errors: ContactErrors;
  sent: boolean;
  sending?: boolean;
  /** It could not be sent yet, and is sent again by itself. */
  unsent?: boolean;
  words: Wording;
  phone: Company["phone"];
  /** How long an answer usually takes at most, in words, where the operator says it. */
  replyWithin?: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Any field was changed; `event.target` names it. */
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  live?: boolean;
};

/** The contact form: idle, sending, not sent yet, or thank-you (spec 2.3 and 3.1). */
export function ContactForm(props: ContactFormProps) {
  const { action, hidden, values, errors, sent, sending, unsent, words, phone, replyWithin } = props;
  const { onSubmit, onChange, live } = props;
  if (sent) {
    return (
      <div className={styles.sent} role="status" data-contact-sent>
        <h2>Form was submitted</h2>
        <p>
          Thank you. We have received your message{" "}
          {replyWithin ? `and usually reply within ${replyWithin}.` : "and will get back to you."}
        </p>
        <p>
          In a hurry? Call <a href={`tel:${phone.dial}`}>{phone.display}</a>.
        </p>
      </div>
    );
  }
  const summary = contactErrors(errors, values, words);
  const field = (name: ContactField) => ({
    name,
    label: contactLabels[name],
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
      <AccidentTypeField {...field("typeOfAccident")} />
      <div className={styles.pair}>
        <TextField kind="name" autocomplete="given-name" {...field("firstName")} />
        <TextField kind="name" autocomplete="family-name" {...field("lastName")} />
      </div>
      <TextField kind="email" {...field("email")} />
      <TextField kind="phone" {...field("phoneNumber")} mask={PHONE_MASK} live={live} />
      <MessageField {...field("message")} />
      <Honeypot language="en" />
      {/* Beside the button: a live region inside would take the button's name away. */}
      <p role="status" className={unsent ? styles.unsent : "visually-hidden"} data-contact-unsent={unsent}>
        {unsent ? (
          <>
            <strong>{tryAgain.en.message}</strong> {tryAgain.en.trying} {tryAgain.en.call}{" "}
            <a href={`tel:${phone.dial}`}>{phone.display}</a>
          </>
        ) : (
          sending && "Sending…"
        )}
      </p>
      <p className={styles.whoGetsIt}>
        We may pass your message to a law firm or partner, who may call, text or email you about it. See our{" "}
        <a href="/privacy-policy/">privacy policy</a>.
      </p>
      <button type="submit" className={buttons.primary} disabled={sending && !unsent}>
        {sending && <span className={styles.spinner} />}
        {unsent ? tryAgain.en.again : sending ? "Sending…" : "Send message"}
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
function AccidentTypeField(props: InputProps) {
  return (
    <FieldFrame name={props.name} label={props.label} error={props.error}>
      <select className={`${fields.input} ${fields.select}`} {...control(props)}>
        <option value="">Select one</option>
        {accidentTypes.map((type) => (
          <option key={type}>{type}</option>
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
