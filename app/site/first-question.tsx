import { whenWasTheAccident } from "../../machines/steps/accident.ts";
import styles from "./first-question.module.css";
import { defaultSurveyUrl } from "./links.ts";

/** The first question of the survey that the site's buttons start: its answer begins the visit there. */
export function FirstQuestion() {
  const { name, options = [], wording } = whenWasTheAccident;
  return (
    <form className={styles.form} method="post" action={defaultSurveyUrl}>
      <input type="hidden" name="step" value={name} />
      <fieldset>
        <legend className={styles.question}>{wording.en.heading}</legend>
        <div className={styles.answers}>
          {options.map(({ value }) => (
            <button key={value} type="submit" name="option" value={value} className={styles.answer}>
              {wording.en.options?.[value]}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
