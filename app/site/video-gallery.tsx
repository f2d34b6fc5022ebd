import { defaultSurveyUrl } from "./links.ts";
import styles from "./video-gallery.module.css";
import { type Clip, clips, lengthOf } from "./videos/clips.ts";

/** Content of the video gallery. Nothing of a clip is fetched before it is asked for, but its picture. */
export function VideoGallery() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Video gallery</h1>
      <p className={styles.lead}>
        Short films without sound, to watch wherever you are. Each has captions, and its words below it.
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
  const { id, title, about, scenes } = clip;
  return (
    <section className={styles.clip} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {title} <span className={styles.length}>{lengthOf(clip)} seconds</span>
      </h2>
      <p>{about}</p>
      <video
        className={styles.video}
        controls
        muted
        playsInline
        preload="none"
        poster={`/videos/${id}.webp`}
        width={960}
        height={540}
        aria-label={title}
      >
        <source src={`/videos/${id}.mp4`} type="video/mp4" />
        <track kind="captions" src={`/videos/${id}.en.vtt`} srcLang="en" label="English" default />
      </video>
      <details className={styles.words}>
        <summary>The words of “{title}”</summary>
        <ol>
          {scenes.map(({ caption }) => (
            <li key={caption}>{caption}</li>
          ))}
        </ol>
      </details>
    </section>
  );
}
