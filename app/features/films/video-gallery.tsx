import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import { Prose } from "../../site/articles/prose.tsx";
import { fill } from "../../site/content/markdown.ts";
import { surveyUrls } from "../../site/links.ts";
import { InlineScript } from "../../ui/scripts.tsx";
import { ClipVideo, Transcript } from "./clip-player.tsx";
import { type Clip, clips, lengthOf, posterOf, posterSize } from "./clips.ts";
import { playOnOpen } from "./play-on-open.ts";
import styles from "./video-gallery.module.css";
import { filmWords as words } from "./words/index.ts";

const survey = inLanguage(surveyUrls, mainLanguage);

export function VideoGallery() {
  return (
    <div className={styles.page}>
      <InlineScript code={playOnOpen} />
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.clips}>
        {clips.map((clip) => (
          <Film key={clip.id} clip={clip} />
        ))}
      </div>
      <p className={styles.note}>
        {words.note.text} <a href={survey}>{words.note.link}</a> {words.note.after}
      </p>
    </div>
  );
}

/** A clip behind its poster, which has one button: nothing covers the picture before it plays. */
function Film({ clip }: { clip: Clip }) {
  const { id, title, about } = clip;
  const named = <span className="visually-hidden"> {fill(words.film.named, { title })}</span>;
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
            <Prose markup={words.film.watch} facts={{ named, seconds: lengthOf(clip) }} />
          </span>
          <span className={styles.close}>
            <Prose markup={words.film.close} facts={{ named }} />
          </span>
        </summary>
        <ClipVideo clip={clip} />
      </details>
      <Transcript clip={clip} />
    </section>
  );
}
