import styles from "./why-choose-us.module.css";

const points = [
  [
    "Expertise",
    "The law firms we work with handle injury claims after road accidents. They know the forms, the insurers and the time limits.",
  ],
  [
    "Personalized service",
    "Your own answers decide which firm we look for: where it happened, how you were hurt and what you need.",
  ],
  [
    "Free initial consultation",
    "The first talk with a law firm costs nothing, and you are not obliged to go on after it.",
  ],
] as const;

/** The banner of home and contact page (spec 2.2, ruling 24). */
export function WhyChooseUs() {
  return (
    <section className={styles.banner} aria-labelledby="why-choose-us">
      <div className={styles.inner}>
        <h2 className={styles.title} id="why-choose-us">
          Why choose us
        </h2>
        <ul className={styles.points}>
          {points.map(([name, text]) => (
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
