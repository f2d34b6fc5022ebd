import buttons from "../../ui/buttons.module.css";
import type { QuestionProps } from "./page-data.ts";
import styles from "./question.module.css";
import { QuestionHeading } from "./question-heading.tsx";

/** Says how the survey ended, where no thank-you page does, where to turn, and whom to call (kind `end`). */
export function EndScreen({ step, words, language, phone, headingRef }: QuestionProps) {
  return (
    <>
      <QuestionHeading text={step.heading} headingRef={headingRef} />
      {step.subHeading && <p className={styles.subHeading}>{step.subHeading}</p>}
      <p className={styles.ways}>
        {step.links?.map(({ label, url }, index) => (
          <a key={url} className={index === 0 ? buttons.primary : buttons.secondary} href={url}>
            {label}
          </a>
        ))}
      </p>
      <p className={styles.endLinks}>
        {/* A call tracker's number may stand here before the island does. */}
        <a href={`tel:${phone.dial}`} data-call-number suppressHydrationWarning>
          {words.callUs(phone.display)}
        </a>
        {/* `pageIn` would bring the site's links into the survey's scripts. */}
        <a href={language === "es" ? "/es/" : "/"}>{words.homePage}</a>
      </p>
    </>
  );
}
