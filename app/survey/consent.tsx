import type { Wording } from "../../machines/wording/wording.ts";
import styles from "./fields.module.css";

const disclosureId = "leadid_tcpa_disclosure";

/** Whom the consent names first; `disclosure`: Jornaya looks for it in a label. */
export type ConsentTags = { advertiser: string; disclosure: boolean };

/** The consent text, word for word as it is stored. TrustedForm finds it, and the advertiser in it, by their roles. */
export function ConsentText({ text, tags }: { text: string; tags: ConsentTags }) {
  const { advertiser, disclosure } = tags;
  const [before, ...after] = text.split(advertiser);
  const tagged = after.length > 0 && (
    <>
      {before}
      <span data-tf-element-role="consent-advertiser-name">{advertiser}</span>
      {after.join(advertiser)}
    </>
  );
  return (
    <p className={styles.consent} id="consent" data-tf-element-role="consent-language">
      {disclosure && <input type="hidden" id={disclosureId} />}
      {disclosure ? <label htmlFor={disclosureId}>{tagged || text}</label> : tagged || text}
    </p>
  );
}

/** What the consent rests on, for whoever wants to read it first. */
export function ConsentLinks({ links }: { links: Wording["links"] }) {
  return (
    <p className={styles.consentLinks}>
      <a href="/privacy-policy/">{links.privacy}</a> <a href="/terms-of-use/">{links.terms}</a>
    </p>
  );
}
