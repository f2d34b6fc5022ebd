import type { Messages } from "../../../services/words/messages.ts";
import styles from "./why-choose-us.module.css";

type Words = NonNullable<Messages["home"]["whyUs"]>;

/** The banner of home and contact page (spec 2.2, ruling 24). */
export function WhyChooseUs({ title, points }: Words) {
  return (
    <section className={styles.banner} aria-labelledby="why-choose-us">
      <div className={styles.inner}>
        <h2 className={styles.title} id="why-choose-us">
          {title}
        </h2>
        <ul className={styles.points}>
          {points.map(({ name, text }) => (
            <li key={name} className={styles.point}>
              <h3 className={styles.name}>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
