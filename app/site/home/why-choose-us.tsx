import styles from "./why-choose-us.module.css";

const points = [
  ["Expertise", "Our law firms handle car accident injury claims."],
  [
    "Personalized service",
    "We use your answers to find a firm: where you live, what happened and how you were hurt.",
  ],
  ["Free initial consultation", "The first consultation is free, and you don’t have to go further."],
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
