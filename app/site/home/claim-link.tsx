import styles from "./claim-link.module.css";

/** The call to action of a site page's header (spec 2.2). */
export function ClaimLink({ url, children }: { url: string; children: string }) {
  return (
    <a className={styles.claim} href={url}>
      {children}
    </a>
  );
}
