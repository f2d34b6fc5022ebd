import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import { surveyUrls } from "../../site/links.ts";
import { InlineScript } from "../../ui/scripts.tsx";
import { ClipVideo, Transcript } from "./clip-player.tsx";
import { type Clip, clips, lengthOf, posterOf, posterSize } from "./clips.ts";
import { playOnOpen } from "./play-on-open.ts";
import styles from "./video-gallery.module.css";

const survey = inLanguage(surveyUrls, mainLanguage);

export function VideoGallery() {
  return (
    <div className={styles.page}>
      <InlineScript code={playOnOpen} />
      <h1 className={styles.title}>Video gallery</h1>
      <p className={styles.lead}>
        Short videos you can watch anywhere, no sound needed. Captions and a transcript come with each.
      </p>
      <div className={styles.clips}>
        {clips.map((clip) => (
          <Film key={clip.id} clip={clip} />
        ))}
      </div>
      <p className={styles.note}>
        This is general information, not legal advice. <a href={survey}>Answer a few questions</a> to see if a
        law firm near you takes cases like yours.
      </p>
    </div>
  );
}

/** A clip behind its poster, which has one button: nothing covers the picture before it plays. */
function Film({ clip }: { clip: Clip }) {
  const { id, title, about } = clip;
  return (
    <section className={styles.clip} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {title}
      </h2>
      <p>{about}</p>
      <details className={styles.film}>
        <summary className={styles.poster}>
          <img src={posterOf(clip)} {...posterSize} alt="" loading="lazy" />
          <span className={styles.play}>
            Watch<span className="visually-hidden"> “{title}”</span>: {lengthOf(clip)} seconds
          </span>
          <span className={styles.close}>
            Close<span className="visually-hidden"> “{title}”</span>
          </span>
        </summary>
        <ClipVideo clip={clip} />
      </details>
      <Transcript clip={clip} />
    </section>
  );
}
