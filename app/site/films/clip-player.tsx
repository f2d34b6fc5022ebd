import styles from "./clip-player.module.css";
import { type Clip, posterOf, posterSize } from "./clips.ts";

/** A clip with the browser's own controls, and its words. */
export function ClipPlayer({ clip }: { clip: Clip }) {
  return (
    <>
      <ClipVideo clip={clip} />
      <Transcript clip={clip} />
    </>
  );
}

/** The film, with the browser's own controls. It is not fetched before it is asked for. */
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
      <track kind="captions" src={`/videos/${id}.en.vtt`} srcLang="en" label="English" default />
    </video>
  );
}

/** The film's words, folded. */
export function Transcript({ clip: { title, scenes } }: { clip: Clip }) {
  return (
    <details className={styles.words}>
      <summary>Transcript of “{title}”</summary>
      <ol>
        {scenes.map(({ caption }) => (
          <li key={caption}>{caption}</li>
        ))}
      </ol>
    </details>
  );
}
