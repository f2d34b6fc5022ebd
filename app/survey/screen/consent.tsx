import { inOneText, namingBuyers } from "../../../machines/messages/buyers-slot.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "../../ui/fields.module.css";

type Props = { worded: readonly string[]; seal?: string; firms?: readonly string[]; language: Language };

/**
 * The consent text, word for word as it is stored, and what tells the server which one it was. TrustedForm finds it by its
 * role. Its paragraphs are parts of one element, with the stored text's spaces between them: the element's text is the stored one.
 * @param worded its paragraphs
 * @param firms whom it names
 */
export function ConsentText({ worded, seal, firms, language }: Props) {
  const paragraphs = firms ? worded.map((words) => namingBuyers(words, firms, language)) : worded;
  const text = inOneText(paragraphs);
  return (
    <>
      <p
        // What certifiers have marked goes with the words that they marked.
        key={text}
        className={styles.consent}
        id="consent"
        data-tf-element-role="consent-language"
        data-firms={firms?.length ? JSON.stringify(firms) : undefined}
      >
        {paragraphs.map((words, index) => (
          <span className={styles.consentPart} key={words}>
            {index < paragraphs.length - 1 ? `${words} ` : words}
          </span>
        ))}
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
