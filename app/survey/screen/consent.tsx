import type { Wording } from "../../../machines/messages/wording.ts";
import styles from "../../ui/fields.module.css";

/** The consent text, word for word as it is stored. TrustedForm finds it by its role. @param firms whom it names */
export function ConsentText({ text, firms = [] }: { text: string; firms?: readonly string[] }) {
  return (
    <p
      className={styles.consent}
      id="consent"
      data-tf-element-role="consent-language"
      data-firms={firms.length > 0 ? JSON.stringify(firms) : undefined}
    >
      {text}
    </p>
  );
}

/** What the consent rests on, for visitors who want to read it first. */
export function ConsentLinks({ links }: { links: Wording["links"] }) {
  return (
    <p className={styles.consentLinks}>
      <a href={links.privacy.url}>{links.privacy.text}</a> <a href={links.terms.url}>{links.terms.text}</a>
    </p>
  );
}
