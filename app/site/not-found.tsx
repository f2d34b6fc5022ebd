import { defaultSurveyUrl } from "./links.ts";
import styles from "./prose.module.css";

/** Content of the 404 page, also for an unknown survey code (decision 21). */
export function NotFound() {
  return (
    <div className={styles.prose}>
      <h1>We could not find this page</h1>
      <p className={styles.lead}>The address may be mistyped, or the page may have moved.</p>
      <p>
        To find out if a law firm can help you, <a href={defaultSurveyUrl}>start with the questions</a>. Or go
        to the <a href="/">home page</a>.
      </p>
    </div>
  );
}
