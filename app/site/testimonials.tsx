import type { Language } from "../../machines/steps/step.ts";
import { processFacts, testimonials, testimonialWords } from "../../machines/wording/testimonials.ts";
import type { Topic } from "../../machines/wording/wording.ts";
import { Quotes } from "./quotes.tsx";
import styles from "./testimonials.module.css";

type Props = {
  language: Language;
  topic: Topic;
  /** Whether sample quotes may be shown: never to visitors. */
  samples?: boolean;
};

/** Real quotes where there are some, else facts about the process; quotes are about accidents. */
export function Testimonials({ language, topic, samples = import.meta.env.DEV }: Props) {
  const { sample, quotes } = testimonials;
  if (topic === "accident" && (samples || !sample)) {
    return <Quotes words={testimonialWords[language]} quotes={quotes[language]} sample={sample} />;
  }
  return (
    <section className={styles.section} aria-labelledby="testimonials">
      <h2 className={styles.title} id="testimonials">
        {testimonialWords[language].facts}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard too */}
      <ul className={styles.track} aria-labelledby="testimonials" tabIndex={0}>
        {processFacts[topic].map(({ [language]: { title, text } }) => (
          <li className={styles.card} key={title}>
            <h3 className={styles.name}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
