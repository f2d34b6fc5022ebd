import type { ReactNode } from "react";
import { type CarouselWords, testimonialWords } from "../../../machines/messages/testimonials.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "./testimonials.module.css";

type Props = {
  language: Language;
  words: CarouselWords;
  /** Shown above the cards. */
  notice?: string;
  /** The cards in their order, each with a key of its own. */
  cards: { key: string; card: ReactNode }[];
};

/**
 * The carousel of spec 2.4: a row to scroll, which snaps by style sheet. Its buttons appear with its script
 * (carousel.ts).
 */
export function CarouselSection({ language, words, notice, cards }: Props) {
  const { pause, play, position } = testimonialWords[language];
  return (
    <section
      className={styles.section}
      aria-labelledby="testimonials"
      data-island="carousel"
      data-load="near"
    >
      <div className={styles.row}>
        <h2 className={styles.title} id="testimonials">
          {words.title}
        </h2>
        <button type="button" className={styles.toggle} data-carousel="toggle">
          <span className={styles.whileMoving}>{pause}</span>
          <span className={styles.whilePaused}>{play}</span>
        </button>
      </div>
      {notice && <p className={styles.sample}>{notice}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard too */}
      <ul className={styles.track} aria-labelledby="testimonials" tabIndex={0} data-carousel="track">
        {cards.map(({ key, card }) => (
          <li className={styles.card} key={key}>
            {card}
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.previous}
          aria-label={words.previous}
          data-carousel="previous"
        />
        <p className={styles.position} data-carousel="position" data-pattern={position("#", cards.length)}>
          {position("1", cards.length)}
        </p>
        <button type="button" className={styles.next} aria-label={words.next} data-carousel="next" />
      </div>
    </section>
  );
}
