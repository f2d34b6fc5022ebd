import { ClipPlayer } from "./clip-player.tsx";
import { defaultSurveyUrl } from "./links.ts";
import styles from "./video-gallery.module.css";
import { type Clip, clips, lengthOf } from "./videos/clips.ts";

/** Content of the video gallery. */
export function VideoGallery() {
  return (
    <div className={styles.page}>
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
        This is general information, not legal advice. <a href={defaultSurveyUrl}>Answer a few questions</a>{" "}
        to see if a law firm near you takes cases like yours.
      </p>
    </div>
  );
}

function Film({ clip }: { clip: Clip }) {
  const { id, title, about } = clip;
  return (
    <section className={styles.clip} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {title} <span className={styles.length}>{lengthOf(clip)} seconds</span>
      </h2>
      <p>{about}</p>
      <ClipPlayer clip={clip} />
    </section>
  );
}
