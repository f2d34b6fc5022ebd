import { languageFacts, mainLanguage } from "../../../services/words/languages.ts";
import { fill } from "../../site/content/markdown.ts";
import styles from "./clip-player.module.css";
import { type Clip, lengthOf, posterOf, posterSize } from "./clips.ts";
import { filmWords as words } from "./words/index.ts";

/** A clip with the browser's own controls, and its words. */
function ClipPlayer({ clip }: { clip: Clip }) {
  return (
    <>
      <ClipVideo clip={clip} />
      <Transcript clip={clip} />
    </>
  );
}

/** The film, with the browser's own controls. It is not loaded before a press. */
export function ClipVideo({ clip }: { clip: Clip }) {
  const { id, title } = clip;
  return (
    <video
      className={styles.video}
      controls
      muted
      playsInline
      preload="none"
      poster={posterOf(clip)}
      {...posterSize}
      aria-label={title}
    >
      <source src={`/videos/${id}.mp4`} type="video/mp4" />
      <track
        kind="captions"
        src={`/videos/${id}.${mainLanguage}.vtt`}
        srcLang={mainLanguage}
        label={languageFacts(mainLanguage).name}
        default
      />
    </video>
  );
}

/** The film's words, folded. */
export function Transcript({ clip: { title, scenes } }: { clip: Clip }) {
  return (
    <details className={styles.words}>
      <summary>{fill(words.film.transcript, { title })}</summary>
      <ol>
        {scenes.map(({ caption }) => (
          <li key={caption}>{caption}</li>
        ))}
      </ol>
    </details>
  );
}

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
          <span className={styles.whileClosed}>
            {fill(words.inHeader.watch, { seconds: String(lengthOf(clip)) })}
          </span>
          <span className={styles.whileOpen}>{words.inHeader.close}</span>
        </span>
      </summary>
      <ClipPlayer clip={clip} />
    </details>
  );
}
