import { accidentTypes } from "../../machines/site/contact-form.ts";
import { FieldFrame } from "../ui/field-frame.tsx";
import { describedBy } from "../ui/field-ids.ts";
import fields from "../ui/fields.module.css";
import styles from "./contact-form.module.css";

type Props = { name: string; label: string; value?: string; error?: string };

const control = ({ name, value = "", error }: Props) => ({
  id: name,
  name,
  defaultValue: value,
  required: true,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": describedBy(name, { error }),
});

/** Starts empty, so that a choice is really made (ruling 41). */
export function AccidentTypeField(props: Props) {
  return (
    <FieldFrame name={props.name} label={props.label} error={props.error}>
      <select className={`${fields.input} ${styles.select}`} {...control(props)}>
        <option value="">Select one</option>
        {accidentTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** At most 96 px high (spec 3.1). */
export function MessageField(props: Props) {
  return (
    <FieldFrame name={props.name} label={props.label} error={props.error}>
      <textarea className={`${fields.input} ${styles.message}`} rows={3} {...control(props)} />
    </FieldFrame>
  );
}
