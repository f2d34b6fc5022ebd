import styles from "./honeypot.module.css";

/**
 * Its name attracts programs that fill in whatever they find, and means nothing to browsers and password managers: none
 * of them knows a person's subject, as they know a website or a company.
 */
export const honeypotField = "subject";

/**
 * A field for programs. It is not displayed, so people never meet it: it is not on screen, not in the tab order, not
 * read out, and skipped by form fillers.
 * @param form id of the form it belongs to, where it cannot be inside
 */
export function Honeypot({ label, form }: { label: string; form?: string }) {
  return (
    <div className={styles.trap}>
      <label>
        {label}
        <input type="text" name={honeypotField} form={form} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
