import { surveyUrls } from "../links.ts";
import styles from "./start-link.module.css";

type Props = { children: string; url?: string };

/** The button-like link with which a site page leads into the survey. */
export function StartLink({ children, url = surveyUrls.en }: Props) {
  return (
    <a className={styles.start} href={url}>
      {children}
    </a>
  );
}
