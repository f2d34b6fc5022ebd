import { ClipPlayer } from "./clip-player.tsx";
import { type Clip, lengthOf, posterOf, posterSize } from "./clips.ts";
import styles from "./header-film.module.css";

/**
 * The film that a survey's header offers: small until its play control is pressed. It opens without scripts too; the
 * island (live-film.ts) has the survey's chart open and play it. Films are in English.
 */
export function HeaderFilm({ clip }: { clip: Clip }) {
  return (
    <details className={styles.film} data-film>
      <summary className={styles.offer}>
        <span className={styles.play}>
          <img src={posterOf(clip)} {...posterSize} alt="" loading="lazy" />
        </span>
        <span className={styles.text}>
          <span className={styles.title}>{clip.title}</span>{" "}
          <span className={styles.whileClosed}>Watch: {lengthOf(clip)} seconds, no sound</span>
          <span className={styles.whileOpen}>Close</span>
        </span>
      </summary>
      <ClipPlayer clip={clip} />
    </details>
  );
}
