import type { Quote, TestimonialWords } from "../../machines/wording/testimonials.ts";
import styles from "./testimonials.module.css";

type Props = { words: TestimonialWords; quotes: Quote[]; sample: boolean };

/**
 * The carousel of specification 2.4: a row to scroll, which snaps by style sheet. Its buttons appear with its script
 * (carousel.ts), which comes where quotes are shown only.
 */
export function Quotes({ words, quotes, sample }: Props) {
  const total = quotes.length;
  return (
    <section className={styles.section} aria-labelledby="testimonials" data-island="carousel">
      <div className={styles.row}>
        <h2 className={styles.title} id="testimonials">
          {words.quotes}
        </h2>
        <button type="button" className={styles.toggle} data-carousel="toggle">
          <span className={styles.whileMoving}>{words.pause}</span>
          <span className={styles.whilePaused}>{words.play}</span>
        </button>
      </div>
      {sample && <p className={styles.sample}>{words.sample}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard too */}
      <ul className={styles.track} aria-labelledby="testimonials" tabIndex={0} data-carousel="track">
        {quotes.map(({ text, name }) => (
          <li className={styles.card} key={text}>
            <figure className={styles.quote}>
              <blockquote className={styles.text}>{text}</blockquote>
              <figcaption className={styles.name}>{name}</figcaption>
            </figure>
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
        <p className={styles.position} data-carousel="position" data-pattern={words.position("#", total)}>
          {words.position("1", total)}
        </p>
        <button type="button" className={styles.next} aria-label={words.next} data-carousel="next" />
      </div>
    </section>
  );
}
