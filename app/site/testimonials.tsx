import type { Language } from "../../machines/steps/step.ts";
import { processFacts, testimonials, testimonialWords } from "../../machines/wording/testimonials.ts";
import type { Topic } from "../../machines/wording/wording.ts";
import styles from "./testimonials.module.css";

type Props = {
  language: Language;
  topic: Topic;
  /** Whether sample quotes may be shown: never to visitors. */
  samples?: boolean;
};

/**
 * The carousel of specification 2.4: a row of cards to scroll, which snaps by style sheet and never moves by
 * itself. Real quotes where there are some, else facts about the process; quotes are about accidents.
 */
export function Testimonials({ language, topic, samples = import.meta.env.DEV }: Props) {
  const { sample, quotes } = testimonials;
  const quoting = topic === "accident" && (samples || !sample);
  const words = testimonialWords[language];
  return (
    <section className={styles.section} aria-labelledby="testimonials">
      <h2 className={styles.title} id="testimonials">
        {quoting ? words.quotes : words.facts}
      </h2>
      {quoting && sample && <p className={styles.sample}>{words.sample}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard too */}
      <ul className={styles.track} aria-labelledby="testimonials" tabIndex={0}>
        {quoting
          ? quotes[language].map(({ text, name }) => (
              <li className={styles.card} key={text}>
                <figure className={styles.quote}>
                  <blockquote className={styles.text}>{text}</blockquote>
                  <figcaption className={styles.name}>{name}</figcaption>
                </figure>
              </li>
            ))
          : processFacts[topic].map(({ [language]: { title, text } }) => (
              <li className={styles.card} key={title}>
                <h3 className={styles.name}>{title}</h3>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
      </ul>
    </section>
  );
}
