import { defaultSurveyUrl } from "./links.ts";
import styles from "./start-link.module.css";

/** The button-like link with which a site page leads into the survey. */
export function StartLink({ children, inverse = false }: { children: string; inverse?: boolean }) {
  return (
    <a className={inverse ? `${styles.start} ${styles.inverse}` : styles.start} href={defaultSurveyUrl}>
      {children}
    </a>
  );
}
