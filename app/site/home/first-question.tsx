import { whenWasTheAccident } from "../../../machines/steps/accident.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { surveyUrls } from "../links.ts";
import styles from "./first-question.module.css";

/** The first question of the survey that the site's buttons start: its answer begins the visit there. */
export function FirstQuestion({ language }: { language: Language }) {
  const { name, options = [], wording } = whenWasTheAccident;
  return (
    <form className={styles.form} method="post" action={surveyUrls[language]}>
      <input type="hidden" name="step" value={name} />
      <fieldset>
        <legend className={styles.question}>{wording[language].heading}</legend>
        <div className={styles.answers}>
          {options.map(({ value }) => (
            <button key={value} type="submit" name="option" value={value} className={styles.answer}>
              {wording[language].options?.[value]}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
