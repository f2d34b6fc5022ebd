import { defaultSurveyUrl } from "./links.ts";
import styles from "./start-link.module.css";

type Props = { children: string; url?: string; inverse?: boolean };

/** The button-like link with which a site page leads into the survey. */
export function StartLink({ children, url = defaultSurveyUrl, inverse = false }: Props) {
  return (
    <a className={inverse ? `${styles.start} ${styles.inverse}` : styles.start} href={url}>
      {children}
    </a>
  );
}
