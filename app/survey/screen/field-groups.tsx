import { Fragment, type ReactNode } from "react";
import styles from "./field-groups.module.css";
import type { WordedField } from "./page-data.ts";

type Props = { fields: WordedField[]; children: (field: WordedField) => ReactNode };

/** The fields of a step; a long form's stand in groups, each under the heading that its first field brings. */
export function FieldGroups({ fields, children }: Props) {
  const groups: WordedField[][] = [];
  for (const field of fields) {
    if (field.opens || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(field);
  }
  return groups.map((group) => {
    const heading = group[0]!.opens;
    const controls = group.map((field) => <Fragment key={field.name}>{children(field)}</Fragment>);
    if (!heading) return <div className={styles.fields}>{controls}</div>;
    return (
      <fieldset key={heading} className={styles.group}>
        <legend>
          <h2 className={styles.groupHeading}>{heading}</h2>
        </legend>
        <div className={styles.fields}>{controls}</div>
      </fieldset>
    );
  });
}
