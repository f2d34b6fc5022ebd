import type { Language } from "../../../machines/steps/step.ts";
import { pageIn } from "../links.ts";
import styles from "./logo.module.css";

/** The mark and the site's name; leads home, in the page's language. */
export function Logo({ siteName, language }: { siteName: string; language: Language }) {
  return (
    <a className={styles.logo} href={pageIn(language, "/")}>
      <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
        <rect className={styles.tile} width="40" height="40" rx="10" />
        <path className={styles.path} d="M11 30c0-9 18-7 18-16m-5.5 0 5.5-5.5 5.5 5.5" />
        <circle className={styles.start} cx="11" cy="30" r="3.5" />
      </svg>
      <span className={styles.name}>{siteName}</span>
    </a>
  );
}
