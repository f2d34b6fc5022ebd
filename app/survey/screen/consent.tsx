import { namingBuyers } from "../../../machines/messages/buyers-slot.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "../../ui/fields.module.css";

type Props = { worded: string; seal?: string; firms?: readonly string[]; language: Language };

/**
 * The consent text, word for word as it is stored, and what tells the server which one it was. TrustedForm finds it by its
 * role. @param firms whom it names
 */
export function ConsentText({ worded, seal, firms, language }: Props) {
  const text = firms ? namingBuyers(worded, firms, language) : worded;
  return (
    <>
      <p
        className={styles.consent}
        id="consent"
        data-tf-element-role="consent-language"
        data-firms={firms?.length ? JSON.stringify(firms) : undefined}
      >
        {text}
      </p>
      {seal && <input type="hidden" name="shown" value={JSON.stringify([seal, ...(firms ?? [])])} />}
    </>
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
