import styles from "./clip-player.module.css";
import { type Clip, posterOf, posterSize } from "./videos/clips.ts";

/** A clip with the browser's own controls, and its words. The film is not fetched before it is asked for. */
export function ClipPlayer({ clip }: { clip: Clip }) {
  const { id, title, scenes } = clip;
  return (
    <>
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
      <details className={styles.words}>
        <summary>Transcript of “{title}”</summary>
        <ol>
          {scenes.map(({ caption }) => (
            <li key={caption}>{caption}</li>
          ))}
        </ol>
      </details>
    </>
  );
}
