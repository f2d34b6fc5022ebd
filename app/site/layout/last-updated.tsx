import type { Language } from "../../../machines/steps/step.ts";
import styles from "../articles/prose.module.css";
import { longDate } from "../long-date.ts";
import { changedOn } from "../site-pages.ts";

type Props = { path: `/${string}/`; language: Language };

const words: Record<Language, string> = { en: "Last updated", es: "Última actualización:" };

/** The day on which a policy last changed. */
export function LastUpdated({ path, language }: Props) {
  const day = changedOn(path);
  return (
    <p className={styles.updated}>
      {words[language]} <time dateTime={day}>{longDate(day, language)}</time>
    </p>
  );
}
